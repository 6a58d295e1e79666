import type { QueryOf } from '../../contracts/route.ts'
import type { SalesSummary, salesCsv } from '../../contracts/sales.ts'
import { reportSales } from '../reports/index.ts'
import { type CsvColumn, csvText } from './csv.ts'
import { type ExportActor, recordExport } from './record-export.ts'

/** The sales report of a period as CSV, by day or by product; the export is audited. */
export async function exportSales(
  by: ExportActor,
  { by: grouping = 'catalogue', ...query }: QueryOf<typeof salesCsv>,
): Promise<AsyncIterable<string>> {
  const { days, rows } = await reportSales(by, query)
  await recordExport(by, 'sales', { ...query, by: grouping })
  return grouping === 'day'
    ? csvText([['Day', ({ day }) => day], ...columns], [days])
    : csvText([['Id', ({ id }) => id], ['Name', ({ name }) => name], ...columns], [rows])
}

// A margin may be negative.
const rupees = (amount: number) => ({ paise: Math.round(amount * 100) })

const columns: readonly CsvColumn<SalesSummary>[] = [
  ['Orders', ({ orders }) => String(orders)],
  ['Sales', ({ sales }) => rupees(sales)],
  ['By UPI', ({ upi }) => rupees(upi)],
  ['Cost', ({ cost }) => rupees(cost)],
  ['Sales of known cost', ({ priced }) => rupees(priced)],
  ['Orders of unknown cost', ({ unknownCost }) => String(unknownCost)],
  ['Refunded later', ({ returned }) => rupees(returned)],
  ['Margin', ({ margin }) => rupees(margin)],
  ['Refunds', ({ refunds }) => String(refunds)],
  ['Refunded', ({ refunded }) => rupees(refunded)],
  ['Cancelled', ({ cancelled }) => String(cancelled)],
  ['Ended', ({ ended }) => String(ended)],
  ['Delivered on time', ({ onTime }) => String(onTime)],
  ['Median s', ({ medianSeconds }) => String(medianSeconds ?? '')],
  ['90th percentile (s)', ({ ninetiethSeconds }) => String(ninetiethSeconds ?? '')],
  ['Free replacements', ({ redeliveries }) => String(redeliveries)],
  ['Of unknown cost', ({ redeliveriesWithoutCost }) => String(redeliveriesWithoutCost)],
  ['Cost of free replacements', ({ redeliveryCost }) => rupees(redeliveryCost)],
]
