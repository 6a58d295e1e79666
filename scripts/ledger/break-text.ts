import type { AuditBreak } from '@jhatpat/shared/contracts/audit.ts'

/** What is wrong with the chain of the audit log, for a terminal. */
export function breakText({ n, why }: AuditBreak): string {
  if (why === 'row_added') return 'BROKEN: a row lies in the log that nobody sealed'
  return `BROKEN at entry ${n}: ${words[why]}`
}

const words = {
  row_changed: 'its content is not what was sealed',
  row_gone: 'its row is gone',
  link_changed: 'its link does not fit the one before it, or itself',
  link_gone: 'its link is gone',
  end_cut: 'the chain does not reach what is known outside the database: its end was cut off, or made anew',
} as const satisfies Record<Exclude<AuditBreak['why'], 'row_added'>, string>
