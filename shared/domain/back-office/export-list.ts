import type { Model } from 'mongoose'
import type { Clock } from '../../platform/clock.ts'
import { type LongList, sortOf } from '../../platform/long-list.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { type Author, writeAudit } from '../audit/index.ts'
import { type OrderDoc, OrderModel } from '../orders/index.ts'
import type { MovementDoc } from '../wallet/index.ts'
import { MovementModel } from '../wallet/index.ts'
import { byteOrderMark, type Cell, csvLine } from './csv.ts'
import { orderCells, orderHeads, walletCells, walletHeads } from './export-cells.ts'
import { byIds, newestOf } from './few-rows.ts'
import { movementsAsked, type WalletFilters } from './list-all-movements.ts'
import { type OrderFilters, ordersAsked } from './list-all-orders.ts'

/** So many rows are read, and written, at a time. */
const atOnce = 500

type Exporter = { clock: Clock; author: Author }

/** All orders that a view shows, as CSV. That somebody took them is written down before the first goes out. */
export async function exportOrders(by: Exporter, asked: OrderFilters): Promise<AsyncIterable<string>> {
  const list = await ordersAsked(asked)
  await noteExport(by, 'orders', asked)
  return linesOf(OrderModel, list, { heads: orderHeads, cells: (order: OrderDoc) => orderCells(order) })
}

/** All lines of wallets that a view shows, as CSV; noted in the same way. */
export async function exportMovements(by: Exporter, asked: WalletFilters): Promise<AsyncIterable<string>> {
  const list = await movementsAsked(asked)
  await noteExport(by, 'wallet', asked)
  return linesOf(MovementModel, list, { heads: walletHeads, cells: (line: MovementDoc) => walletCells(line) })
}

async function noteExport(
  { clock, author }: Exporter,
  table: string,
  asked: Record<string, string | number | undefined>,
): Promise<void> {
  const filters = Object.entries(asked).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  await inTransaction((session) =>
    writeAudit(session, author, {
      ...{ at: clock.now(), act: 'export', target: `table:${table}`, before: {}, why: '' },
      after: Object.fromEntries(filters) as Record<string, string | number>,
    }),
  )
}

type Sheet<Doc> = { heads: readonly string[]; cells: (row: Doc) => readonly Cell[] }

type Row = { _id: string; createdAt: Date }

/** The rows one batch after the other, in the order of the index: how many there are makes no difference to memory. */
async function* linesOf<Doc extends Row>(
  model: Model<Doc>,
  list: LongList<Doc, string> | undefined,
  { heads, cells }: Sheet<Doc>,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(heads)
  if (!list) return
  const rows = list.index === byIds ? newestOf(await fewOf(model, list)) : cursorOf(model, list)
  let written: string[] = []
  for await (const row of rows) {
    written.push(csvLine(cells(row)))
    if (written.length < atOnce) continue
    yield written.join('')
    written = []
  }
  if (written.length > 0) yield written.join('')
}

const fewOf = <Doc extends Row>(model: Model<Doc>, list: LongList<Doc, string>): Promise<Doc[]> =>
  model.find(list.filter, list.fields).hint(list.index).lean<Doc[]>().exec()

const cursorOf = <Doc>(model: Model<Doc>, list: LongList<Doc, string>) =>
  model
    .find(list.filter, list.fields)
    .sort(sortOf(list.order))
    .hint(list.index)
    .lean<Doc[]>()
    .cursor({ batchSize: atOnce }) as unknown as AsyncIterable<Doc>
