import type { OrderDoc } from '@jhatpat/shared/domain/orders/index.ts'
import { vendors } from '@jhatpat/shared/providers/vendors.ts'
import { capturesOf } from './checker/money-invariants.ts'
import { isAtRest } from './checker/order-invariants.ts'
import type { FaultEnvironment } from './environment/environment.ts'
import { sleep } from './environment/wait.ts'
import { journalsOf } from './load/gather.ts'

/**
 * After this long without a change, the checks for late money that are due an hour later are made due now.
 */
const hourPassesEveryMs = 10_000

/**
 * Waits until nothing changes by itself any more: no order is in progress, no money of the gateway unseen,
 * no task due.
 * @returns ms, or undefined after the limit: the checker reports what is left
 */
export async function settle(environment: FaultEnvironment, limitMs = 60_000): Promise<number | undefined> {
  const startedAt = performance.now()
  const passed = () => Math.round(performance.now() - startedAt)
  let moving: string | undefined
  for (let hours = 1; passed() < limitMs; await sleep(300)) {
    moving = await pendingChanges(environment)
    if (moving === undefined) return passed()
    if (passed() < hours * hourPassesEveryMs) continue
    hours += 1
    const count = await makeLateChecksDue(environment)
    if (count > 0) environment.note(`an hour passes for ${count} payments whose money nobody has noticed yet`)
  }
  environment.note(`not at rest: ${moving}`)
  return undefined
}

/** As text; undefined when nothing changes. */
async function pendingChanges(environment: FaultEnvironment): Promise<string | undefined> {
  const orders = environment.db.collection<OrderDoc>('orders')
  const open = await orders
    .find({ status: { $in: ['Created', 'Processing'] } })
    .project<Pick<OrderDoc, 'status' | 'pendingReason' | 'due' | 'lateOffer'>>({
      status: 1,
      pendingReason: 1,
      due: 1,
      lateOffer: 1,
    })
    .toArray()
  const underWay = open.filter((order) => !isAtRest(order)).length
  if (underWay > 0) return `${underWay} orders are under way`
  const now = Date.now()
  // Text messages that came too soon after another are retried for hours: only overdue ones count.
  const [soon, already] = [{ $lt: new Date(now + 3_000) }, { $lt: new Date(now) }]
  const scheduled = { $or: [{ 'due.payment.at': soon }, { 'due.notify.at': already }] }
  const withWork = await orders.find(scheduled).project<Pick<OrderDoc, '_id' | 'due'>>({ due: 1 }).toArray()
  const [first] = withWork
  if (first) return `${withWork.length} orders have work due, as ${first._id}: ${JSON.stringify(first.due)}`
  const transactions = await environment.db
    .collection<{ _id: string }>('wallet_transactions')
    .countDocuments(scheduled)
  if (transactions > 0) return `${transactions} top-ups have work due`
  const { size } = await unrecordedPayments(environment)
  return size > 0 ? `${size} payments have not been noticed` : undefined
}

/** Ids of payments whose money is not in the ledger. */
async function unrecordedPayments({ db, simulators }: FaultEnvironment): Promise<Set<string>> {
  const journals = await journalsOf((name) => simulators.journal(name), ['payment'])
  const kinds = { $in: ['order_payment', 'topup', 'unallocated_payment'] }
  const entries = await db
    .collection<{ ref: string }>('journal_entries')
    .find({ kind: kinds })
    .project({ ref: 1 })
    .toArray()
  const booked = new Set(entries.map((entry) => entry.ref))
  const missing = capturesOf({ vendors, journals }).filter(({ ref }) => !booked.has(ref))
  return new Set(missing.map(({ orderid }) => orderid))
}

/**
 * The shop checks again an hour after a payment was made: this makes those checks due now.
 * @returns their number
 */
async function makeLateChecksDue(environment: FaultEnvironment): Promise<number> {
  const ids = [...(await unrecordedPayments(environment))]
  const now = new Date()
  const sooner = { $set: { 'due.payment.at': now }, $inc: { 'due.payment.seq': 1 } }
  const later = { 'due.payment.at': { $gt: new Date(now.getTime() + 60_000) } }
  const orders = await environment.db
    .collection<{ _id: string }>('orders')
    .updateMany({ _id: { $in: ids }, ...later }, sooner)
  const topUps = await environment.db
    .collection<{ _id: string }>('wallet_transactions')
    .updateMany({ _id: { $in: ids }, ...later }, sooner)
  return orders.modifiedCount + topUps.modifiedCount
}
