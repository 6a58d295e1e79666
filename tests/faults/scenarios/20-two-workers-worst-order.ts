import { sleep, waitFor } from '../environment/wait.ts'
import type { OrderWish } from '../load/plan.ts'
import {
  expectOfEach,
  isBoughtOnce,
  isComplete,
  type Probed,
  probeOrder,
  probePlayer,
  readProbes,
} from '../load/probe.ts'
import type { Scenario, Stage } from '../load/scenario.ts'

const timeoutMs = 20_000
/** After the second worker has taken the order over, and before the first one's time-out. */
const lateMs = 15_000
/** Until every answer has arrived, and every time-out has passed. */
const allAnsweredMs = 28_000
const comesToRestMs = 120_000
const ordersOfEach = 2

type Case = {
  /** Completes "the answer …". */
  what: string
  listing: OrderWish['listing']
  /** How the supplier takes the purchase. */
  fault: Record<string, unknown>
  /** How it answers the second worker's first lookup. */
  look?: Record<string, unknown>
  isRight(probed: Probed): boolean
}

const isDelivered = (probed: Probed) => isComplete(probed) && isBoughtOnce(probed)
const isRefused = ({ order, bought }: Probed) =>
  bought.length === 0 && (order.status === 'Refunded' || order.pendingReason?.kind === 'supplier_deferred')

const cases: readonly Case[] = [
  {
    what: 'says "accepted" when the order is complete',
    listing: 'crystals',
    isRight: isDelivered,
    fault: { outcome: 'ok', replyDelayMs: lateMs },
  },
  {
    what: 'times out when the order is complete',
    listing: 'crystals',
    isRight: isDelivered,
    fault: { outcome: 'timeout_accepted' },
  },
  {
    what: 'is a refusal, after look-ups that found nothing',
    listing: 'crystals',
    isRight: isRefused,
    fault: { outcome: 'refuse', code: '118', message: 'This product is blocked', replyDelayMs: lateMs },
  },
  {
    what: 'is "accepted", and a look-up from before it says "not found" after it',
    listing: 'crystals',
    isRight: isDelivered,
    fault: { outcome: 'ok', delayMs: lateMs },
    look: { outcome: 'ok', replyDelayMs: lateMs },
  },
  {
    what: 'is "delivered", from a supplier that cannot be asked',
    listing: 'diamonds',
    isRight: isDelivered,
    fault: { outcome: 'ok', replyDelayMs: lateMs },
  },
  {
    what: 'never comes from a supplier that cannot be asked',
    listing: 'diamonds',
    isRight: isDelivered,
    fault: { outcome: 'timeout_accepted' },
  },
]

/** Every case, repeated, each order with its own player. */
const placed = Array.from({ length: ordersOfEach }, () => cases)
  .flat()
  .map((one, index) => ({ ...one, index }))

/**
 * A worker that is disconnected from Redis loses its jobs to another one without notice; it still waits for
 * its answers and writes them. The two workers' results contradict, and arrive in the most harmful order.
 */
export const twoWorkersWorstOrder: Scenario = {
  number: 20,
  title: 'two workers have one order, and their answers come in the worst order',
  quick: false,
  environment: {
    settings: {
      SUPPLIER_TIMEOUT_MS: String(timeoutMs),
      SUPPLIER_LATE_MS: String(timeoutMs / 2),
      BALANCE_SETTLE_MS: String(timeoutMs),
    },
  },
  async run(stage) {
    const { environment, note, settled } = stage
    const [first, second] = environment.workers
    await second!.stop()
    const ids = await place(stage)
    const wire = environment.links.of(first!.name, 'redis')
    wire.set('hold')
    note(`${first!.name} is cut off from Redis in the middle of ${ids.length} calls`)
    await second!.start()
    note(`${second!.name} is there`)
    await sleep(allAnsweredMs)
    wire.set('pass')
    note(`${first!.name} has its wire again`)
    await settled(comesToRestMs)
    for (const { index, what, isRight } of placed)
      await expectOfEach(stage, [ids[index]!], {
        [`is not as it should be where the answer ${what}`]: isRight,
      })
    await expectBothAsked(stage, ids)
  },
}

/** @returns the orders' ids in the order of `placed`, once all calls are in flight */
async function place(stage: Stage): Promise<string[]> {
  const { control } = stage.environment.simulators
  await control('moogold', { statuses: ['completed'] })
  for (const { index, listing, fault } of placed) {
    const next = { ...fault, match: { userid: probePlayer(index) } }
    await control(listing === 'crystals' ? 'moogold' : 'smileone', { next })
  }
  const ids = await Promise.all(placed.map(({ index, listing }) => probeOrder(stage, index, listing)))
  const areInFlight = async () => {
    const probes = await readProbes(stage, ids)
    return probes.length === ids.length && probes.every(({ order }) => order.units[0]?.state === 'sending')
  }
  await waitFor('the calls are in flight', areInFlight, { limitMs: 10_000 })
  for (const { order } of await readProbes(stage, ids)) {
    const lookup = placed[ids.indexOf(order._id)]?.look
    const match = { partner_order_id: order.units[0]!.ref }
    if (lookup)
      await control('moogold', { next: { ...lookup, match, call: 'order/order_detail_partner_id' } })
  }
  return ids
}

type Block = { calls: { subjectId: string; call: string; isAct: boolean; firstAt: Date; tookMs: number }[] }

/** Orders with a lookup were looked up while the first worker's call was still open. */
async function expectBothAsked({ environment, expect }: Stage, ids: string[]): Promise<void> {
  const vendorCalls = environment.db.collection<Block>('vendor_calls')
  for (const { index, listing, what } of placed) {
    if (listing !== 'crystals') continue
    const blocks = await vendorCalls.find({ subjectIds: ids[index]! }).toArray()
    const about = blocks.flatMap(({ calls }) => calls).filter(({ subjectId }) => subjectId === ids[index])
    const call = about.find(({ isAct }) => isAct)
    const endedAt = (call?.firstAt.getTime() ?? 0) + (call?.tookMs ?? 0)
    const wasLookedUp = about.some(
      (one) => one.call.includes('order_detail') && one.firstAt.getTime() < endedAt,
    )
    expect(wasLookedUp, `${ids[index]}: nobody looked it up before the answer ${what}`)
  }
}
