import type { AuditBreak, AuditChain, AuditRow } from '@jhatpat/shared/contracts/audit.ts'
import { formatPaise } from '@jhatpat/shared/contracts/money.ts'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'

/** The action as text: `order.refund` is "Order, refund". */
export function actionText(action: AuditRow['action']): string {
  const [subject = '', ...verbs] = action.replaceAll('_', ' ').split('.')
  return [`${subject.charAt(0).toUpperCase()}${subject.slice(1)}`, ...verbs].join(', ')
}

const brokenTexts = {
  row_changed: 'Entry content doesn’t match its hash.',
  row_gone: 'A sealed entry is missing.',
  row_added: 'An unsealed entry was added.',
  link_changed: 'A hash link is broken.',
  link_gone: 'A hash link is missing.',
  end_cut: 'The chain doesn’t match its external anchor: the end was removed or rewritten.',
} as const satisfies Record<AuditBreak['reason'], string>

const sealed = 'Each entry includes the previous entry’s hash.'

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
    const text = 'The hourly check is overdue. Check the workers.'
    return { kind: 'warn', title: `Not checked recently, ${count}`, text }
  }
  if (anchored) return { kind: 'ok', title: `Verified, ${count}`, text: sealed }
  const text = `${sealed} No external anchor is set, so a removed end can’t be detected.`
  return { kind: 'warn', title: `No break found, ${count} (no external anchor)`, text }
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
