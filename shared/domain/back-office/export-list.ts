import type { Model } from 'mongoose'
import type { PaginatedList } from '../../platform/paginated-list.ts'
import { type OrderDoc, OrderModel } from '../orders/index.ts'
import type { WalletTransactionDoc } from '../wallet/index.ts'
import { WalletTransactionModel } from '../wallet/index.ts'
import { byteOrderMark, type Cell, csvLine } from './csv.ts'
import { batchesOf } from './csv-rows.ts'
import { orderCells, orderHeads, walletCells, walletHeads } from './export-cells.ts'
import { idIndexHint, sortNewest } from './few-rows.ts'
import { type OrderFilters, parseOrderQuery } from './list-all-orders.ts'
import { parseWalletTransactionQuery, type WalletFilters } from './list-all-transactions.ts'
import { type ExportActor, recordExport } from './record-export.ts'

/** All orders of a view, as CSV. The export is audited before the first row is sent. */
export async function exportOrders(by: ExportActor, asked: OrderFilters): Promise<AsyncIterable<string>> {
  const list = await parseOrderQuery(asked)
  await recordExport(by, 'orders', asked)
  return linesOf(OrderModel, list, { heads: orderHeads, cells: (order: OrderDoc) => orderCells(order) })
}

/** All wallet transactions of a view, as CSV; audited in the same way. */
export async function exportTransactions(
  by: ExportActor,
  asked: WalletFilters,
): Promise<AsyncIterable<string>> {
  const list = await parseWalletTransactionQuery(asked)
  await recordExport(by, 'wallet', asked)
  return linesOf(WalletTransactionModel, list, {
    heads: walletHeads,
    cells: (line: WalletTransactionDoc) => walletCells(line),
  })
}

type Sheet<Doc> = { heads: readonly string[]; cells: (row: Doc) => readonly Cell[] }

type Row = { _id: string; createdAt: Date }

/** The rows of an id search at once, other lists in batches. */
async function* linesOf<Doc extends Row>(
  model: Model<Doc>,
  list: PaginatedList<Doc, string> | undefined,
  { heads, cells }: Sheet<Doc>,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(heads)
  if (!list) return
  const text = (rows: readonly Doc[]) => rows.map((row) => csvLine(cells(row))).join('')
  if (list.index === idIndexHint) yield text(sortNewest(await fewOf(model, list)))
  else for await (const batch of batchesOf(model, list)) yield text(batch)
}

const fewOf = <Doc extends Row>(model: Model<Doc>, list: PaginatedList<Doc, string>): Promise<Doc[]> =>
  model.find(list.filter, list.fields).hint(list.index).lean<Doc[]>().exec()
