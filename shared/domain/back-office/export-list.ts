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

/** All orders that a view shows, as CSV. That somebody took them is written down before the first goes out. */
export async function exportOrders(by: ExportActor, asked: OrderFilters): Promise<AsyncIterable<string>> {
  const list = await parseOrderQuery(asked)
  await recordExport(by, 'orders', asked)
  return linesOf(OrderModel, list, { heads: orderHeads, cells: (order: OrderDoc) => orderCells(order) })
}

/** All lines of wallets that a view shows, as CSV; noted in the same way. */
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

/** A search's few rows at once, else one batch after the other. */
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
