import type { Model } from 'mongoose'
import type { PaginatedList } from '../../platform/paginated-list.ts'
import { type OrderDoc, OrderModel } from '../orders/index.ts'
import type { WalletTransactionDoc } from '../wallet/index.ts'
import { WalletTransactionModel } from '../wallet/index.ts'
import { byteOrderMark, type Cell, csvLine } from './csv.ts'
import { batchesOf } from './csv-rows.ts'
import { orderCells, orderHeadings, walletCells, walletHeadings } from './export-cells.ts'
import { type OrderFilters, parseOrderQuery } from './list-all-orders.ts'
import { parseWalletTransactionQuery, type WalletFilters } from './list-all-transactions.ts'
import { idIndexHint, sortNewest } from './list-filters.ts'
import { type ExportActor, recordExport } from './record-export.ts'

/** All orders of a view, as CSV. The export is audited before the first row is sent. */
export async function exportOrders(by: ExportActor, filters: OrderFilters): Promise<AsyncIterable<string>> {
  const list = await parseOrderQuery(filters)
  await recordExport(by, 'orders', filters)
  return csvChunks(OrderModel, list, { heads: orderHeadings, cells: (order: OrderDoc) => orderCells(order) })
}

/** All wallet transactions of a view, as CSV; audited in the same way. */
export async function exportTransactions(
  by: ExportActor,
  filters: WalletFilters,
): Promise<AsyncIterable<string>> {
  const list = await parseWalletTransactionQuery(filters)
  await recordExport(by, 'wallet', filters)
  return csvChunks(WalletTransactionModel, list, {
    heads: walletHeadings,
    cells: (transaction: WalletTransactionDoc) => walletCells(transaction),
  })
}

type CsvFormat<Doc> = { heads: readonly string[]; cells: (row: Doc) => readonly Cell[] }

type Row = { _id: string; createdAt: Date }

/** The rows of an id search at once, other lists in batches. */
async function* csvChunks<Doc extends Row>(
  model: Model<Doc>,
  list: PaginatedList<Doc, string> | undefined,
  { heads, cells }: CsvFormat<Doc>,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(heads)
  if (!list) return
  const text = (rows: readonly Doc[]) => rows.map((row) => csvLine(cells(row))).join('')
  if (list.index === idIndexHint) yield text(sortNewest(await readByIds(model, list)))
  else for await (const batch of batchesOf(model, list)) yield text(batch)
}

const readByIds = <Doc extends Row>(model: Model<Doc>, list: PaginatedList<Doc, string>): Promise<Doc[]> =>
  model.find(list.filter, list.fields).hint(list.index).lean<Doc[]>().exec()
