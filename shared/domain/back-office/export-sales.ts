import type { QueryOf } from '../../contracts/route.ts'
import type { SalesSummary, salesCsv } from '../../contracts/sales.ts'
import { reportSales } from '../reports/index.ts'
import { byteOrderMark, type Cell, csvLine } from './csv.ts'
import { type ExportActor, recordExport } from './record-export.ts'

const headings = [
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

/** The sales report of a period as CSV, by day or by product; the export is audited. */
export async function exportSales(
  by: ExportActor,
  { by: grouping = 'catalogue', ...query }: QueryOf<typeof salesCsv>,
): Promise<AsyncIterable<string>> {
  const { days, rows } = await reportSales(by, query)
  await recordExport(by, 'sales', { ...query, by: grouping })
  const lines =
    grouping === 'day'
      ? [['Day', ...headings], ...days.map((row) => [row.day, ...cellsOf(row)])]
      : [['Id', 'Name', ...headings], ...rows.map((row) => [row.id, row.name, ...cellsOf(row)])]
  return csvChunks(lines)
}

async function* csvChunks(lines: readonly (readonly Cell[])[]): AsyncGenerator<string> {
  yield byteOrderMark + lines.map(csvLine).join('')
}

function cellsOf(row: SalesSummary): Cell[] {
  // A margin may be negative.
  const rupees = (amount: number) => ({ paise: Math.round(amount * 100) })
  return [
    String(row.orders),
    rupees(row.sales),
    rupees(row.upi),
    rupees(row.cost),
    rupees(row.priced),
    String(row.unknownCost),
    rupees(row.returned),
    rupees(row.margin),
    String(row.refunds),
    rupees(row.refunded),
    String(row.cancelled),
    String(row.ended),
    String(row.onTime),
    String(row.medianSeconds ?? ''),
    String(row.ninetiethSeconds ?? ''),
    String(row.redeliveries),
    String(row.redeliveriesWithoutCost),
    rupees(row.redeliveryCost),
  ]
}
