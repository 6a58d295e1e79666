import type { OrderDoc } from '@jhatpat/shared/domain/orders/index.ts'
import { sleep, waitFor } from '../environment/wait.ts'
import { type BacklogSize, countUnqueued, insertBacklog, type Part, type Templates } from '../load/backlog.ts'
import { ask } from '../load/customer.ts'
import { pay } from '../load/pay.ts'
import type { OrderWish } from '../load/plan.ts'
import type { Scale, Scenario, Stage } from '../load/scenario.ts'

const sizes: Record<Scale, BacklogSize> = {
  quick: { unpaid: 6_000, paid: 500, notifications: 3_500 },
  usual: { unpaid: 28_000, paid: 2_000, notifications: 20_000 },
  long: { unpaid: 56_000, paid: 4_000, notifications: 40_000 },
}

const promisedMs = 60_000
/** Limit for a customer who pays in the middle of it. */
const freshMs = 15_000
/** A sweeper that did less than this share left the work to the other. */
const leastShare = 0.1

/**
 * All tasks are hours overdue and Redis is empty, as after a long outage: two workers enqueue each task
 * once, and new orders are served immediately.
 */
export const fiftyThousandOverdue: Scenario = {
  number: 15,
  title: 'fifty thousand documents are overdue, and Redis is empty',
  quick: false,
  environment: { customers: 30 },
  async run(stage) {
    const { environment, scale, settled, note } = stage
    const size = sizes[scale]
    const total = size.unpaid + size.paid + size.notifications
    await environment.simulators.control('smileone', { points: { br: '9999999' } })
    const templates = await stopAndPlace(stage)
    const parts = await insertBacklog(environment, templates, size)
    note(
      `${total} documents are overdue: ${size.unpaid} unpaid, ${size.paid} paid, ${size.notifications} notifications`,
    )
    await environment.servers.killRedis()
    await environment.servers.wipeRedis()
    await environment.servers.restartRedis()
    note('Redis is back, with nothing in it')
    await Promise.all(environment.workers.map((worker) => worker.start()))
    const from = Date.now()
    note('two workers start')
    const fresh = orderMeanwhile(stage, parts)
    await untilQueued(stage, { parts, from, total })
    await fresh
    await expectEachOnce(stage, { parts, total })
    await untilBought(stage, parts)
    await leaveTheRest(stage, parts)
    await settled(120_000)
  },
}

/** One order of each kind, as the shop writes them, with no worker running. */
async function stopAndPlace(stage: Stage): Promise<Templates> {
  const { environment } = stage
  const packs = environment.db.collection('supplier_products')
  await waitFor(
    'the price list is read',
    async () => (await packs.countDocuments({ account: 'SMILEBR' })) > 0,
  )
  await Promise.all(environment.workers.map((worker) => worker.stop()))
  const orders = environment.db.collection<OrderDoc>('orders')
  const [paid, unpaid] = await Promise.all([
    place(stage, 1, { paying: 'wallet', listing: 'diamonds' }),
    place(stage, 2, { paying: 'never', listing: 'diamonds' }),
  ])
  return {
    paid: (await orders.findOne({ _id: paid })) as OrderDoc,
    unpaid: (await orders.findOne({ _id: unpaid })) as OrderDoc,
  }
}

type How = Pick<OrderWish, 'paying' | 'listing'>

async function place(stage: Stage, index: number, how: How): Promise<string> {
  const wish: OrderWish = {
    ...({ kind: 'order', trouble: 'none', copies: 1, atMs: 0 } as const),
    ...how,
    index,
    player: String(900_000_000 + index),
    customer: index,
  }
  const request = await ask(stage.environment, wish)
  stage.addRequest(request)
  stage.expect(request.ids.length === 1, `an order was not taken: ${request.refused ?? 'no answer'}`)
  await pay(stage.environment, request)
  return request.ids[0] ?? ''
}

/** At a supplier without a backlog: paid from the wallet, and by UPI through the backlog's queue. */
async function orderMeanwhile(stage: Stage, parts: readonly Part[]): Promise<void> {
  const { environment, recovered, expect } = stage
  const orders = environment.db.collection<OrderDoc>('orders')
  const isDone = (_id: string) => async () =>
    (await orders.countDocuments({ _id, status: 'Completed' })) === 1
  const deliver = async (what: string, index: number, paying: 'wallet' | 'now') => {
    const from = Date.now()
    const id = await place(stage, index, { paying, listing: 'crystals' })
    await waitFor(`${what} is delivered`, isDone(id), { limitMs: 120_000 }).catch(() => undefined)
    return Date.now() - from
  }
  await sleep(2_000)
  const [byWallet, byUpi] = await Promise.all([
    deliver('an order from the wallet', 11, 'wallet'),
    deliver('an order by UPI', 12, 'now'),
  ])
  const left = await countScheduled(stage, parts)
  recovered('meanwhile an order from the wallet was delivered within', byWallet, freshMs)
  recovered('meanwhile an order by UPI was delivered within', byUpi, freshMs)
  expect(left > 1_000, `only ${left} documents were still to be worked on meanwhile`)
}

/** Number that still wait for their first task, in any queue. */
async function countScheduled({ environment }: Stage, parts: readonly Part[]): Promise<number> {
  const soon = new Date(Date.now() + 10 * 60_000)
  const counts = parts.map(({ task }) =>
    environment.db
      .collection<{ _id: string }>('orders')
      .countDocuments({ [`due.${task}.at`]: { $type: 'date', $lt: soon } }),
  )
  return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0)
}

type Backlog = { parts: Part[]; from: number; total: number }

async function untilQueued(stage: Stage, { parts, from, total }: Backlog): Promise<void> {
  const { environment, recovered, expect } = stage
  const before = new Date(from - 30 * 60_000)
  let left = total
  const isQueued = async () => {
    left = await countUnqueued(environment, parts, before)
    return left === 0
  }
  await waitFor('all is queued again', isQueued, { limitMs: 180_000, everyMs: 500 }).catch(() => undefined)
  expect(left === 0, `${left} of ${total} were not queued again`)
  recovered(`${total} overdue documents were queued again within`, Date.now() - from, promisedMs)
}

/** Each task was taken once, and each of the two sweepers did its share. */
async function expectEachOnce(stage: Stage, { parts, total }: Omit<Backlog, 'from'>): Promise<void> {
  const { environment, note, expect } = stage
  const orders = environment.db.collection<OrderDoc>('orders')
  for (const { name, ids } of parts) {
    const twice = await orders.countDocuments({ _id: { $in: ids }, 'due.sweepCount': { $gt: 1 } })
    expect(twice === 0, `${twice} of ${ids.length} (${name}) were queued twice`)
  }
  const shares = environment.workers.map((worker) =>
    worker.log
      .filter(({ line }) => line.msg === 'overdue tasks enqueued')
      .reduce((sum, { line }) => sum + Number(line.queued), 0),
  )
  note(`queued again by each worker: ${shares.join(' and ')}`)
  expect(
    shares.every((share) => share >= total * leastShare),
    `the work was not shared: ${shares.join(' and ')}`,
  )
}

/** Every paid order is delivered; the checker counts it in the supplier's journal. */
async function untilBought({ environment, expect }: Stage, parts: readonly Part[]): Promise<void> {
  const _id = { $in: parts.find(({ name }) => name === 'paid')?.ids ?? [] }
  const orders = environment.db.collection<OrderDoc>('orders')
  const open = () => orders.countDocuments({ _id, status: 'Processing' })
  const isBought = async () => (await open()) === 0
  await waitFor('what was paid is delivered', isBought, { limitMs: 300_000, everyMs: 500 }).catch(
    () => undefined,
  )
  expect((await open()) === 0, `${await open()} paid orders have not ended`)
}

/** Thousands of checks of unpaid payments prove nothing more: the remaining ones are removed. */
async function leaveTheRest({ environment, note }: Stage, parts: readonly Part[]): Promise<void> {
  const orders = environment.db.collection<OrderDoc>('orders')
  let count = 0
  for (const { task, name, ids } of parts) {
    if (name === 'paid') continue
    const rest = { _id: { $in: ids }, [`due.${task}.at`]: { $lt: new Date(Date.now() + 10 * 60_000) } }
    const found = await orders.find(rest).project<{ _id: string }>({ _id: 1 }).toArray()
    const gone = found.map(({ _id }) => _id)
    await orders.deleteMany({ _id: { $in: gone } })
    await environment.db
      .collection<{ ref: string }>('idempotency_keys')
      .deleteMany({ ref: { $in: gone.map((id) => id.slice(2)) } })
    count += gone.length
  }
  note(`${count} that were not worked on yet are taken away`)
}
