import type { AuditBreak, AuditChain, AuditRow } from '@jhatpat/shared/contracts/audit.ts'
import { formatPaise } from '@jhatpat/shared/contracts/money.ts'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'

/** The action as text: `order.refund` is "Order, refund". */
export function actionText(action: AuditRow['action']): string {
  const [subject = '', ...verbs] = action.replaceAll('_', ' ').split('.')
  return [`${subject.charAt(0).toUpperCase()}${subject.slice(1)}`, ...verbs].join(', ')
}

const brokenTexts = {
  row_changed: 'Its content no longer fits its hash: someone wrote to the database by another way.',
  row_gone: 'The row that was sealed there is gone.',
  row_added: 'The log has a row without a seal.',
  link_changed: 'The link no longer fits the one before it.',
  link_gone: 'The link is gone.',
  end_cut:
    'The chain no longer reaches what is known outside the database: its end was cut off or made anew.',
} as const satisfies Record<AuditBreak['reason'], string>

const sealed = 'Every entry carries the hash of the one before it.'

/** State of the chain; claims no more than the last check has shown. */
export function chainTexts({ entries, broken, checkedAt, isLate, anchored }: AuditChain): {
  kind: 'ok' | 'warn' | 'bad'
  title: string
  text: string
} {
  const count = `${formatCount(entries)} ${entries === 1 ? 'entry' : 'entries'}`
  if (broken) {
    const title = broken.n > 0 ? `Broken at entry ${broken.n}` : 'Broken'
    return { kind: 'bad', title, text: brokenTexts[broken.reason] }
  }
  if (checkedAt === null) return { kind: 'warn', title: `${count}, not checked yet`, text: sealed }
  if (isLate) {
    const text = 'It is checked every hour: somebody has to see why it is not.'
    return { kind: 'warn', title: `Not checked for hours, ${count}`, text }
  }
  if (anchored) return { kind: 'ok', title: `Unbroken, ${count}`, text: sealed }
  const text = `${sealed} There was no anchor to hold its end against: had it been cut off, this check would not tell.`
  return { kind: 'warn', title: `No break found, ${count}`, text }
}

/** The changed fields, one a line: `role: user → reseller`; money in rupees. */
export function changeText({ before, after }: Pick<AuditRow, 'before' | 'after'>): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .filter((name) => before[name] !== after[name])
    .map((name) => {
      const [label, to] = [name.replace(/Paise$/, ''), valueText(name, after[name])]
      return name in before ? `${label}: ${valueText(name, before[name])} → ${to}` : `${label}: ${to}`
    })
}

function valueText(name: string, value: unknown): string {
  const isMoney = name.endsWith('Paise') && Number.isSafeInteger(value)
  return isMoney ? formatPaise(Number(value)) : String(value ?? '—')
}
