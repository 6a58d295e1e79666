import { supplierNames } from '@jhatpat/shared/contracts/api-types.ts'
import { type QueueName, supplierQueueOf } from '@jhatpat/shared/platform/job-definition.ts'
import { hashTag } from '@jhatpat/shared/platform/redis-keys.ts'
import { Queue } from 'bullmq'
import type { FaultEnvironment } from '../../environment/environment.ts'
import { waitFor } from '../../environment/wait.ts'
import { ask } from '../../load/customer.ts'
import { pay } from '../../load/pay.ts'
import type { OrderWish } from '../../load/plan.ts'
import { probePlayer } from '../../load/probe.ts'
import type { AlertStage } from './alert-case.ts'

/** The `QUEUE_PREFIX` of the environment's processes. */
const queuePrefix = 'faults'

/**
 * Places an order that has no fault of its own, and pays it.
 * @returns its id
 * @throws when the shop does not accept it
 */
export async function placeOrder(
  { environment, nextIndex }: AlertStage,
  listing: OrderWish['listing'],
  paying: OrderWish['paying'] = 'wallet',
): Promise<string> {
  const index = nextIndex()
  const customer = index % environment.shop.customers.length
  const wish: OrderWish = {
    ...({ kind: 'order', trouble: 'none', copies: 1, atMs: 0 } as const),
    ...{ index, listing, paying, customer, player: probePlayer(index) },
  }
  const request = await ask(environment, wish)
  const [id] = request.ids
  if (!id) throw new Error(`an order was not accepted: ${request.refused ?? 'no answer'}`)
  await pay(environment, request)
  return id
}

type StoredOrder = { _id: string; status: string; pendingReason: { kind: string } | null }

/**
 * Waits until all orders have this status.
 * @throws with the state of those that have not
 */
export async function untilOrdersAre(
  { environment: { db } }: AlertStage,
  ids: readonly string[],
  status: string,
): Promise<void> {
  const others = () =>
    db
      .collection<StoredOrder>('orders')
      .find({ _id: { $in: [...ids] }, status: { $ne: status } })
      .toArray()
  const areAll = async () => (await others()).length === 0
  await waitFor(`orders are ${status}`, areAll, { limitMs: 90_000, everyMs: 200 }).catch(
    async (error: Error) => {
      const states = (await others()).map(
        (one) => `${one._id} ${one.status} ${one.pendingReason?.kind ?? ''}`,
      )
      throw new Error(`${error.message}: ${states.join(', ')}`)
    },
  )
}

/** Works with one of the shop's queues. */
async function withQueue<T>(
  { servers }: FaultEnvironment,
  name: QueueName,
  work: (queue: Queue) => Promise<T>,
): Promise<T> {
  const connection = { host: '127.0.0.1', port: servers.redisPort }
  const queue = new Queue(name, { connection, prefix: hashTag(queuePrefix, name) })
  try {
    return await work(queue)
  } finally {
    await queue.close()
  }
}

/** Stops the workers from taking the jobs of all suppliers' queues, as the queue board can. */
export async function pauseSupplierQueues(environment: FaultEnvironment, isPaused: boolean): Promise<void> {
  for (const account of supplierNames) {
    await withQueue(environment, supplierQueueOf(account), (queue) =>
      isPaused ? queue.pause() : queue.resume(),
    )
  }
}

/** Runs a nightly or hourly job now. */
export const runNow = (environment: FaultEnvironment, name: string): Promise<unknown> =>
  withQueue(environment, 'maintenance', (queue) => queue.add(name, {}, { attempts: 1 }))
