import type { AuditBreak } from '@jhatpat/shared/contracts/audit.ts'
import type { CsvCheck, CsvFault } from '@jhatpat/shared/domain/back-office/index.ts'

/** The first broken entry of the audit chain, as text for a terminal. */
export function breakText({ n, reason }: AuditBreak): string {
  if (reason === 'row_added') return 'BROKEN: the log has a row without a seal'
  return `BROKEN at entry ${n}: ${breakTexts[reason]}`
}

const breakTexts = {
  row_changed: 'its content is not what was sealed',
  row_gone: 'its row is gone',
  link_changed: 'its link does not fit the one before it, or itself',
  link_gone: 'its link is gone',
  end_cut: 'the chain does not reach what is known outside the database: its end was removed or rewritten',
} as const satisfies Record<Exclude<AuditBreak['reason'], 'row_added'>, string>

/** What a file of the audit log contains, and what its rows were compared with, as text for a terminal. */
export function csvTexts(check: CsvCheck, { anchors, log }: { anchors: number; log: boolean }): string[] {
  const { rows, unsealed, first, last, joined, anchored, faults, faultCount } = check
  const sealed = rows - unsealed
  const missing = last === 0 ? 0 : last - first + 1 - sealed
  return [
    `${rows} rows, ${unsealed} not sealed yet; ${sealed === 0 ? 'no entries' : `entries ${first} to ${last}`}`,
    ...(missing > 0 ? [`${missing} entries between them are not in it: not of its view, or taken out`] : []),
    `compared with ${joined} links of their neighbours, ${anchored} of ${anchors} anchors, ${log ? 'and the log itself' : 'and no log'}`,
    ...faults.map(faultText),
    ...(faultCount > faults.length ? [`and ${faultCount - faults.length} more`] : []),
    ...(faultCount === 0 ? [log ? 'unbroken' : heldText(check)] : []),
  ]
}

/** Without the log, an anchor confirms only the rows that lead to it, and nothing else in the file. */
function heldText({ rows, held: { count, first, last } }: CsvCheck): string {
  if (count === 0) return noAnchor
  const which = first === last ? `entry ${first}` : `entries ${first} to ${last}`
  const between = last - first + 1 > count ? `${count} of the ` : ''
  return `${between}${which} confirmed by an anchor${rows > count ? `; ${rows - count} confirmed by nothing outside the file` : ''}`
}

const noAnchor = 'no break found; only the log or an anchor shows whether all of it was rewritten'

const faultText = ({ row, entry, reason, column = '' }: CsvFault) =>
  `BROKEN in row ${row}${entry && `, entry ${entry}`}: ${reason === 'cell_changed' ? `its column “${column}” is not what its hash is of` : words[reason]}`

const words = {
  not_a_row: 'not an audit log row',
  row_changed: 'its content is not what was sealed',
  link_changed: 'its link is not what its hash is of',
  link_missing: 'it has no link, and younger rows have',
  out_of_order: 'it is not older than the row before it: rows were moved or are duplicated',
  chain_broken: 'its link does not fit the one next to it',
  not_the_anchor: 'its hash doesn’t match the anchor',
  not_in_the_log: 'the log has no such row, or another link for it',
} as const satisfies Record<Exclude<CsvFault['reason'], 'cell_changed'>, string>
