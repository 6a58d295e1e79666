import type { AuditBreak, AuditRow } from '@jhatpat/shared/contracts/audit.ts'

/** What was done, from the name of its act: `order.refund` is Order, refund. */
export function actText(act: AuditRow['act']): string {
  const [what = '', ...done] = act.replaceAll('_', ' ').split('.')
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}, ${done.join(' ')}`
}

const brokenWords = {
  row_changed: 'Its content no longer fits its hash: someone wrote to the database by another way.',
  row_gone: 'The row that was sealed there is gone.',
  row_added: 'A row lies in the log that nobody sealed.',
  link_changed: 'The link no longer fits the one before it.',
  link_gone: 'The link is gone.',
  end_cut:
    'The chain no longer reaches what is known outside the database: its end was cut off or made anew.',
} as const satisfies Record<AuditBreak['why'], string>

export const brokenText = ({ why }: AuditBreak) => brokenWords[why]

/** `role: user → reseller`, one fact a line. */
export function changeText({ before, after }: Pick<AuditRow, 'before' | 'after'>): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .filter((name) => before[name] !== after[name])
    .map((name) => {
      const to = String(after[name] ?? '—')
      return name in before ? `${name}: ${before[name]} → ${to}` : `${name}: ${to}`
    })
}
