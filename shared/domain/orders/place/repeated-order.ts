import { createHash } from 'node:crypto'
import { AppError } from '../../../platform/app-error.ts'
import { timeInIndia } from '../../../platform/clock.ts'
import { isConnected } from '../../../platform/redis.ts'
import { hashTag } from '../../../platform/redis-keys.ts'
import type { Caller } from '../../accounts/index.ts'
import { paymentUrlOf } from '../../payments/index.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import type { DraftDeps, OrderRequest } from './draft-order.ts'

/** The same order within this time needs a confirmation. */
const repeatWindowMs = 120_000
/** A request that takes longer than this has crashed with its process. */
const lockMs = 60_000

type RepeatCheck = { caller: Caller; request: OrderRequest }

/**
 * Makes an order, unless the same customer has just ordered the same item for the same player, or has such an
 * order that can still be paid: then the customer must confirm. Only requests that can be confirmed are
 * checked: `request.orderAgain` is set.
 * Of concurrent requests one continues; the others fail and can be retried, when they find its order. A retry
 * under the same Idempotency-Key continues too: its process may have crashed. The lock is in Redis; without
 * Redis only the database is checked.
 * @throws ordered_already, with the earlier order; idempotency_in_flight; what `make` throws
 */
export async function makeUnlessRepeated<Made>(
  deps: DraftDeps,
  { caller, request }: RepeatCheck,
  make: () => Promise<Made>,
): Promise<Made> {
  if (request.orderAgain === undefined) return make()
  const lock = orderingLock(deps, { caller, request })
  if (!(await lock.acquire())) throw new AppError('idempotency_in_flight')
  try {
    const earlier = await findEarlier(deps, { caller, request })
    if (earlier && earlier._id !== request.orderAgain) throw orderedAlready(earlier, deps.clock.now())
    return await make()
  } finally {
    await lock.release()
  }
}

type Earlier = Pick<OrderDoc, '_id' | 'status' | 'createdAt' | 'payment'>

async function findEarlier(
  { clock, env }: DraftDeps,
  { caller, request }: RepeatCheck,
): Promise<Earlier | undefined> {
  const now = clock.now().getTime()
  const { input1, input2, itemid, orderid } = request
  const found = await OrderModel.find({
    // Read from the player's index, starting at the oldest order that can still be paid.
    input1,
    createdAt: { $gt: new Date(now - Math.max(repeatWindowMs, env.PAYMENT_WINDOW_MS + repeatWindowMs)) },
    userId: caller.userId,
    'item.itemid': itemid,
    input2,
    _id: { $ne: orderid },
    status: { $in: ['Created', 'Processing', 'Completed'] },
    redeliveryOf: '',
  })
    .sort({ createdAt: -1, _id: -1 })
    .select<Earlier>({ status: 1, createdAt: 1, payment: 1 })
    .lean<Earlier[]>()
  return found.find(
    (order) => now - order.createdAt.getTime() < repeatWindowMs || (payBeforeOf(order)?.getTime() ?? 0) > now,
  )
}

/** Until when the order can be paid; undefined if it is not waiting for a payment. */
const payBeforeOf = ({ status, payment }: Earlier): Date | undefined =>
  status === 'Created' ? payment?.payBefore : undefined

function orderedAlready(order: Earlier, now: Date): AppError {
  const { _id: orderid, status, createdAt } = order
  const payBefore = payBeforeOf(order)
  const agoS = Math.max(1, Math.round((now.getTime() - createdAt.getTime()) / 1_000))
  return new AppError('ordered_already', {
    message: payBefore
      ? `You have an order of this waiting for payment until ${timeInIndia(payBefore)}.`
      : `You ordered the same ${agoS} s ago. Order again?`,
    details: {
      orderid,
      status,
      redirect_url: orderAddress(order),
      orderedAt: createdAt.toISOString(),
      ...(payBefore && { payBefore: payBefore.toISOString() }),
    },
  })
}

/** The address where the order is paid or shown. */
export function orderAddress({ _id, status, payment }: Pick<OrderDoc, '_id' | 'status' | 'payment'>): string {
  const attempt = status === 'Created' ? payment?.attempts.at(-1) : undefined
  return attempt?.state === 'open' ? paymentUrlOf(_id, attempt) : `/confirmation?client_txn_id=${_id}`
}

/** The lock on ordering this item for this player, held by one request and released by the try that got it. */
function orderingLock({ redis, env, log }: DraftDeps, { caller, request }: RepeatCheck) {
  const { itemid, input1, input2 } = request
  const own = request.keyRecord?._id ?? request.orderid
  let isLocked = false
  const player = createHash('sha256').update(JSON.stringify([caller.userId, itemid, input1, input2]))
  const key = hashTag(env.QUEUE_PREFIX, 'ordering', player.digest('base64url'))
  const logUnlocked = (error: unknown) => log.debug({ err: String(error) }, 'ordering without a lock')
  return {
    async acquire(): Promise<boolean> {
      if (!isConnected(redis)) return true
      try {
        const holder = await redis.set(key, own, 'PX', lockMs, 'NX', 'GET')
        isLocked = holder === null
        return isLocked || holder === own
      } catch (error) {
        logUnlocked(error)
        return true
      }
    },
    async release(): Promise<void> {
      if (isLocked && isConnected(redis)) await redis.eval(deleteIfOwn, 1, key, own).catch(logUnlocked)
    },
  }
}

const deleteIfOwn = `if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('del', KEYS[1])`
