import type { QueryOf } from '../../contracts/route.ts'
import type { SalesFigures, salesCsv } from '../../contracts/sales.ts'
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

/** The sales figures of a period as CSV, by day or by product; the export is audited. */
export async function exportSales(
  by: ExportActor,
  { by: grouping = 'goods', ...query }: QueryOf<typeof salesCsv>,
): Promise<AsyncIterable<string>> {
  const { days, rows } = await reportSales(by, query)
  await recordExport(by, 'sales', { ...query, by: grouping })
  const lines =
    grouping === 'day'
      ? [['Day', ...headings], ...days.map((figures) => [figures.day, ...cellsOf(figures)])]
      : [
          ['Id', 'Name', ...headings],
          ...rows.map((figures) => [figures.id, figures.name, ...cellsOf(figures)]),
        ]
  return csvChunks(lines)
}

async function* csvChunks(lines: readonly (readonly Cell[])[]): AsyncGenerator<string> {
  yield byteOrderMark + lines.map(csvLine).join('')
}

function cellsOf(figures: SalesFigures): Cell[] {
  // A margin may be negative.
  const rupees = (amount: number) => ({ paise: Math.round(amount * 100) })
  return [
    String(figures.orders),
    rupees(figures.sales),
    rupees(figures.upi),
    rupees(figures.cost),
    rupees(figures.priced),
    String(figures.unknownCost),
    rupees(figures.returned),
    rupees(figures.margin),
    String(figures.refunds),
    rupees(figures.refunded),
    String(figures.cancelled),
    String(figures.ended),
    String(figures.onTime),
    String(figures.medianSeconds ?? ''),
    String(figures.ninetiethSeconds ?? ''),
    String(figures.redeliveries),
    String(figures.redeliveriesWithoutCost),
    rupees(figures.redeliveryCost),
  ]
}
