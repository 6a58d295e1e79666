import type { Model } from 'mongoose'
import { tableHeads } from '../../contracts/table-heads.ts'
import type { PaginatedList } from '../../platform/paginated-list.ts'
import { type OrderDoc, OrderModel } from '../orders/index.ts'
import { type WalletTransactionDoc, WalletTransactionModel } from '../wallet/index.ts'
import { type CsvColumn, csvText, inIst, inRupees } from './csv.ts'
import { batchesOf } from './csv-rows.ts'
import { type OrderFilters, parseOrderQuery } from './list-all-orders.ts'
import { parseWalletTransactionQuery, type WalletFilters } from './list-all-transactions.ts'
import { idIndexHint, sortNewest } from './list-filters.ts'
import { type ExportActor, recordExport } from './record-export.ts'

/** All orders of a view, as CSV. The export is audited before the first row is sent. */
export async function exportOrders(by: ExportActor, filters: OrderFilters): Promise<AsyncIterable<string>> {
  const list = await parseOrderQuery(filters)
  await recordExport(by, 'orders', filters)
  return csvText(orderColumns, list ? rowsOf(OrderModel, list) : [])
}

/** All wallet transactions of a view, as CSV; audited in the same way. */
export async function exportTransactions(
  by: ExportActor,
  filters: WalletFilters,
): Promise<AsyncIterable<string>> {
  const list = await parseWalletTransactionQuery(filters)
  await recordExport(by, 'wallet', filters)
  return csvText(walletColumns, list ? rowsOf(WalletTransactionModel, list) : [])
}

type Row = { _id: string; createdAt: Date }

/** The rows of an id search at once, other lists in batches. */
async function* rowsOf<Doc extends Row>(
  model: Model<Doc>,
  list: PaginatedList<Doc, string>,
): AsyncGenerator<Doc[]> {
  if (list.index === idIndexHint) yield sortNewest(await readByIds(model, list))
  else yield* batchesOf(model, list)
}

const readByIds = <Doc extends Row>(model: Model<Doc>, list: PaginatedList<Doc, string>): Promise<Doc[]> =>
  model.find(list.filter, list.fields).hint(list.index).lean<Doc[]>().exec()

const order = tableHeads.orders

const orderColumns: readonly CsvColumn<OrderDoc>[] = [
  [order.order, ({ _id }) => _id],
  [order.product, ({ product }) => product.name],
  [order.item, ({ item }) => item.name],
  [order.player, ({ input1 }) => input1],
  ['Second input', ({ input2 }) => input2],
  ['Player name', ({ playerName }) => playerName],
  [order.customer, ({ customer }) => customer.name],
  ['Email', ({ customer }) => customer.email],
  [order.mobile, ({ customer }) => customer.mobilenumber],
  [inRupees(order.value), ({ pricePaise }) => ({ paise: pricePaise })],
  [order.payment, ({ paymentmode }) => paymentmode],
  [order.status, ({ status }) => status],
  [order.reason, ({ reason }) => reason],
  [inIst(order.createdAt), ({ createdAt }) => createdAt],
  [inIst(order.delivered), ({ completedAt }) => completedAt],
  [order.bank, ({ walletTxnId, payment }) => walletTxnId || payment?.captures[0]?.bankReference],
  [order.supplier, ({ units }) => units.flatMap(({ supplierOrderId }) => supplierOrderId || []).join(' ')],
]

const wallet = tableHeads.wallet

const walletColumns: readonly CsvColumn<WalletTransactionDoc>[] = [
  [wallet.txnid, ({ _id }) => _id],
  [
    wallet.type,
    ({ kind, amountPaise }) => (kind === 'refund' ? 'Refunded' : amountPaise < 0 ? 'Debit' : 'Credit'),
  ],
  [wallet.status, ({ status }) => status],
  [inRupees(wallet.value), ({ amountPaise }) => ({ paise: amountPaise })],
  [inRupees(wallet.after), ({ after }) => after && { paise: after.balancePaise }],
  [wallet.order, ({ orderid }) => orderid],
  [wallet.user, ({ customer }) => customer.name],
  [wallet.email, ({ customer }) => customer.email],
  [wallet.mobile, ({ customer }) => customer.mobilenumber],
  [inIst(wallet.createdAt), ({ createdAt }) => createdAt],
  [wallet.reference, ({ payment }) => payment?.captures[0]?.bankReference],
  [wallet.note, ({ note }) => note],
]
