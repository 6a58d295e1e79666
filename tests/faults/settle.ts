import type { OrderDoc } from '@jhatpat/shared/domain/orders/index.ts'
import { isAtRest } from './checker/i4-ended-or-on-the-board.ts'
import { TooLate, waitFor } from './world/wait.ts'
import type { World } from './world/world.ts'

/**
 * Waits until nothing moves by itself any more: no order is under way, no money of the gateway unseen, no work due.
 * @returns ms, or undefined when it was not so within the limit: the checker says what is left
 */
export async function settle(world: World, limitMs = 60_000): Promise<number | undefined> {
  try {
    return await waitFor('all is at rest', () => isQuiet(world), { limitMs, everyMs: 300 })
  } catch (error) {
    if (error instanceof TooLate) return undefined
    throw error
  }
}

async function isQuiet({ db, simulators }: World): Promise<boolean> {
  const orders = db.collection<OrderDoc>('orders')
  const open = await orders
    .find({ status: { $in: ['Created', 'Processing'] } })
    .project<Pick<OrderDoc, 'status' | 'attention'>>({ status: 1, attention: 1 })
    .toArray()
  if (open.some((order) => !isAtRest(order))) return false
  const soon = new Date(Date.now() + 3_000)
  const due = await db.collection('wallet_transactions').countDocuments({ 'due.payment.at': { $lt: soon } })
  if (due > 0) return false
  const owing = await orders.countDocuments({
    $or: [{ 'due.payment.at': { $lt: soon } }, { 'due.notify.at': { $lt: soon } }],
  })
  if (owing > 0) return false
  const captured = (await simulators.journal('upigateway')).filter((entry) => entry.kind === 'captured')
  const booked = await db
    .collection('ledger')
    .countDocuments({ kind: { $in: ['order_payment', 'topup', 'stray_payment'] } })
  return booked >= captured.length
}
