import type { QueryOf } from '../../contracts/route.ts'
import type { SalesFigures, salesCsv } from '../../contracts/sales.ts'
import { reportSales } from '../reports/index.ts'
import { byteOrderMark, type Cell, csvLine } from './csv.ts'
import { type ExportActor, recordExport } from './record-export.ts'

const heads = [
  'Orders',
  'Sales',
  'By UPI',
  'Cost',
  'Sales of known cost',
  'Orders of unknown cost',
  'Given back later',
  'Margin',
  'Refunds',
  'Refunded',
  'Cancelled',
  'Ended',
  'Promise kept',
  'Median s',
  'Nine of ten s',
  'Sent again',
  'Of unknown cost',
  'Cost of what was sent again',
]

/** The sales figures of a period as CSV, by day or by product; the export is audited. */
export async function exportSales(
  by: ExportActor,
  { by: what = 'goods', ...asked }: QueryOf<typeof salesCsv>,
): Promise<AsyncIterable<string>> {
  const { days, rows } = await reportSales(by, asked)
  await recordExport(by, 'sales', { ...asked, by: what })
  const lines =
    what === 'day'
      ? [['Day', ...heads], ...days.map((one) => [one.day, ...cellsOf(one)])]
      : [['Id', 'Name', ...heads], ...rows.map((one) => [one.id, one.name, ...cellsOf(one)])]
  return linesOf(lines)
}

async function* linesOf(lines: readonly (readonly Cell[])[]): AsyncGenerator<string> {
  yield byteOrderMark + lines.map(csvLine).join('')
}

function cellsOf(one: SalesFigures): Cell[] {
  // A margin may be negative.
  const rupees = (amount: number) => ({ paise: Math.round(amount * 100) })
  return [
    String(one.orders),
    rupees(one.sales),
    rupees(one.upi),
    rupees(one.cost),
    rupees(one.priced),
    String(one.unknownCost),
    rupees(one.returned),
    rupees(one.margin),
    String(one.refunds),
    rupees(one.refunded),
    String(one.cancelled),
    String(one.ended),
    String(one.onTime),
    String(one.medianSeconds ?? ''),
    String(one.ninetiethSeconds ?? ''),
    String(one.redeliveries),
    String(one.redeliveriesWithoutCost),
    rupees(one.redeliveryCost),
  ]
}
