import type { AuditBreak } from '@jhatpat/shared/contracts/audit.ts'

/** The first broken entry of the audit chain, as text for a terminal. */
export function breakText({ n, reason }: AuditBreak): string {
  if (reason === 'row_added') return 'BROKEN: a row lies in the log that nobody sealed'
  return `BROKEN at entry ${n}: ${words[reason]}`
}

const words = {
  row_changed: 'its content is not what was sealed',
  row_gone: 'its row is gone',
  link_changed: 'its link does not fit the one before it, or itself',
  link_gone: 'its link is gone',
  end_cut: 'the chain does not reach what is known outside the database: its end was cut off, or made anew',
} as const satisfies Record<Exclude<AuditBreak['reason'], 'row_added'>, string>
