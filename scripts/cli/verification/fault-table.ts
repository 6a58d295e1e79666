import type { LedgerFault } from '@jhatpat/shared/domain/maintenance/index.ts'

/** Maximum number of rows; more would only hide the others. */
const maxRows = 200

type Row = { what: string; where: string; ledger: string; other: string }

/** The differences as lines of a table: place, value of the ledger, value of the wallet or document. */
export function faultTable(faults: readonly LedgerFault[]): string[] {
  const rows = [
    { what: 'difference', where: 'where', ledger: 'ledger says', other: 'wallet or order says' },
    ...faults.slice(0, maxRows).map(rowOf),
  ]
  const widths = (['what', 'where', 'ledger', 'other'] as const).map((key) => ({
    key,
    width: Math.max(...rows.map((row) => row[key].length)),
  }))
  const lines = rows.map((row) =>
    widths
      .map(({ key, width }) => (isMoney(key) ? row[key].padStart(width) : row[key].padEnd(width)))
      .join('  '),
  )
  return faults.length > maxRows ? [...lines, `and ${faults.length - maxRows} more`] : lines
}

const isMoney = (key: string) => key === 'ledger' || key === 'other'

function rowOf(fault: LedgerFault): Row {
  switch (fault.kind) {
    case 'entry_unbalanced':
      return row('entry does not sum to zero', fault.entry, { ledger: fault.sumPaise, other: 0 })
    case 'wallet_differs':
      return row('wallet differs', `wallet:${fault.owner}`, {
        ledger: fault.foldPaise,
        other: fault.balancePaise,
      })
    case 'wallet_negative':
      return row('wallet below zero', `wallet:${fault.owner}`, { other: fault.balancePaise })
    case 'cause_differs':
      return row('payment, debit or refund differs', fault.cause, {
        ledger: fault.ledgerPaise,
        other: fault.expectedPaise,
      })
    case 'points_unbalanced':
      return row('points entry does not sum to zero', fault.entry, { ledger: fault.sum, other: 0 })
    case 'points_differ':
    case 'points_negative':
      return row(fault.kind === 'points_differ' ? 'points differ' : 'points below zero', fault.owner, {
        ledger: fault.fold,
        other: fault.balance,
      })
    case 'points_cause_differs':
      return row('points of an order differ', fault.cause, {
        ledger: fault.ledger,
        other: fault.expected,
      })
    case 'order_contradicts_itself':
      return row('order contradicts itself', fault.orderid, {})
    case 'topup_contradicts_itself':
      return row('top-up contradicts itself', fault.txnid, {})
    case 'sealed_day_differs':
      return {
        what: `sealed day: entry ${fault.how}`,
        where: fault.moves === '' ? fault.entry : `${fault.entry} (${fault.moves})`,
        ledger: '',
        other: fault.day,
      }
    case 'sealed_sum_differs':
      return {
        what: 'sum of the sealed days differs',
        where: `${fault.account} through ${fault.day}`,
        ledger: amountText(fault.day, fault.fold),
        other: amountText(fault.day, fault.kept),
      }
    case 'entry_misnamed':
      return row('id of an entry is not its cause', `${fault.entry}, of ${fault.cause}`, {})
    case 'order_differs_from_history':
      return {
        what: `order differs from its history: ${fault.field}`,
        where: fault.orderid,
        ledger: fault.folded,
        other: fault.stored,
      }
    case 'sales_differ':
      return {
        what: `sales of a day: ${fault.field}`,
        where: fault.day,
        ledger: String(fault.stored),
        other: String(fault.counted),
      }
    default:
      return fault satisfies never
  }
}

const row = (what: string, where: string, { ledger, other }: { ledger?: number; other?: number }): Row => ({
  what,
  where,
  ledger: rupees(ledger),
  other: rupees(other),
})

/** Rupees in the money ledger, hundredths of a point in the points ledger. */
const amountText = (day: string, amount: number) =>
  day.startsWith('money/') ? rupees(amount) : String(amount)

const rupees = (paise: number | undefined) => (paise === undefined ? '' : (paise / 100).toFixed(2))
