import type { mongo } from 'mongoose'
import { hasOpenMatter, type OrderDoc } from '../orders/index.ts'
import { isTransactionOpen, type WalletTransactionDoc } from '../wallet/index.ts'
import { batchesOf, clearDocuments, deleteDocuments, idsOf, inOrderOfId, type Stored } from './documents.ts'
import type { Person } from './person.ts'

/** The player of an order. */
const playerPaths = ['input1', 'input2', 'playerName']

/**
 * Clears orders, what was delivered in them, and what was recorded about them. An order that has not ended, as a
 * restored copy may have, keeps its player until it has: goods must not go to another one.
 * @returns how many keep their player
 */
export async function clearOrders({ db, userId }: Person, now: Date): Promise<number> {
  const orders = db.collection<Stored>('orders')
  const vaults = db.collection<Stored>('vaults')
  const open = new Set<string>()
  await clearDocuments(
    orders,
    { userId },
    {
      keeps: (order, path) => isOpen(order) && playerPaths.includes(path),
      marks: (order) => (isOpen(order) || order.clearedAt ? {} : { clearedAt: now }),
      before: async (documents) => {
        for (const id of idsOf(documents.filter(isOpen))) open.add(String(id))
        await clearRecords(db, idsOf(documents).map(String))
        const deliveries = documents.filter((order) => !isOpen(order)).flatMap(deliveriesOf)
        if (deliveries.length > 0) await deleteDocuments(vaults, { _id: { $in: deliveries } })
      },
    },
  )
  return open.size
}

const isOpen = (order: Stored): boolean => hasOpenMatter(order as unknown as OrderDoc)

const deliveriesOf = ({ vault }: Stored): string[] =>
  ((vault ?? []) as { deliveryId: string }[]).map(({ deliveryId }) => deliveryId)

/**
 * Movements of the wallet, and the notifications about top-ups, whose ids begin with the top-up's.
 * @returns how many have not ended, so that more may be written to them
 */
export async function clearTransactions({ db, userId }: Person): Promise<number> {
  const open = new Set<string>()
  const notifications = db.collection<Stored>('notifications')
  await clearDocuments(
    db.collection<Stored>('wallet_transactions'),
    { userId },
    {
      before: async (documents) => {
        const ids = idsOf(documents).map(String)
        for (const id of idsOf(documents.filter(isOpenTransaction))) open.add(String(id))
        await clearRecords(db, ids)
        const ranges = ids.map((id) => ({ _id: { $gte: `${id}/`, $lt: `${id}0` } }))
        await clearDocuments(notifications, { $or: ranges })
      },
    },
  )
  return open.size
}

const isOpenTransaction = (transaction: Stored): boolean =>
  isTransactionOpen(transaction as unknown as WalletTransactionDoc)

/** Exchanges with vendors, and how differences were explained. */
async function clearRecords(db: mongo.Db, ids: readonly string[]): Promise<void> {
  const blocks = db.collection<Stored>('vendor_calls')
  for await (const found of batchesOf(blocks, { subjectIds: { $in: [...ids] } }, { _id: 1 })) {
    // A block has calls of other orders, too.
    const writes = found.map(({ _id }) => ({
      updateOne: {
        filter: { _id },
        update: { $set: emptyCall },
        arrayFilters: [{ 'call.subjectId': { $in: [...ids] } }],
      },
    }))
    await blocks.bulkWrite(writes, { ordered: false })
  }
  const exceptions = db.collection<Stored>('reconciliation_exceptions')
  await clearDocuments(exceptions, { ...inOrderOfId, ref: { $in: [...ids] } })
}

const emptyCall = {
  'calls.$[call].asked': {},
  'calls.$[call].answered': {},
  'calls.$[call].note': '',
}
