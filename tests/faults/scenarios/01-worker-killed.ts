import type { OrderDoc } from '@jhatpat/shared/domain/orders/index.ts'
import type { DataFilter } from '../../support/tcp-proxy.ts'
import { isAtRest } from '../checker/order-invariants.ts'
import type { FaultEnvironment } from '../environment/environment.ts'
import type { NodeProcess } from '../environment/node-process.ts'
import { sleep, waitFor } from '../environment/wait.ts'
import { probeOrder } from '../load/probe.ts'
import type { Scale, Scenario, Stage } from '../load/scenario.ts'

const kills: Record<Scale, number> = { quick: 6, usual: 30, long: 1_000 }

/** When a worker is killed, relative to its call to a supplier. */
const places = ['before the call', 'after acceptance', 'before the commit', 'after the commit'] as const
type Place = (typeof places)[number]

/** The shop's limit: after a restart an order has ended or is on the board within this time. */
const promisedMs = 10_000
/** Where only the balance decides: after the delay between its two readings, and that of the retry. */
const settledMs = 1_500 + 3_000

/**
 * SIGKILL of a worker at each point around its call to a supplier, repeatedly under load. The next one is
 * killed when the order of the last is at rest; a thousand do not wait, so that recovering workers are
 * killed again.
 */
export const workerKilled: Scenario = {
  number: 1,
  title: 'a worker is killed in the middle of a supplier call',
  quick: true,
  environment: (scale) => (scale === 'long' ? { customers: 60 } : {}),
  async run(stage) {
    const { scale, count, load, settled, random, note } = stage
    const wanted = kills[scale]
    const running = await load({ mix: 'every', spreadMs: wanted * (scale === 'long' ? 2_200 : 6_000), count })
    const slowest = new Map<Place, Slow>()
    const followed: Promise<void>[] = []
    let missed = 0
    for (let index = 0; index < wanted; index += 1) {
      const place = places[index % places.length]!
      const kill = await killAt(stage, place, index)
      if (!kill) {
        note(`no call to kill a worker at (${place})`)
        missed += 1
        continue
      }
      note(`${kill.worker.name} killed ${place}, ${kill.orderid}`)
      await kill.worker.start()
      note(`${kill.worker.name} is back`)
      const atRest = follow(stage, { orderid: kill.orderid, place, slowest })
      if (scale === 'long') followed.push(atRest)
      else await atRest
      await sleep(random.below(200))
    }
    await running.done
    await settled()
    await Promise.all(followed)
    stage.expect(missed <= wanted / 4, `${missed} of ${wanted} kills met no supplier call`)
    const promise = scale === 'long' ? undefined : promisedMs + settledMs
    for (const [place, { ms, orderid }] of slowest) {
      stage.recovered(
        `killed ${place}: the slowest order, ${orderid}, ended or was on the board after`,
        ms,
        promise,
      )
    }
  },
}

/**
 * Kills the first worker that reaches this point.
 * @returns it and the order it was buying, or undefined when none did
 */
async function killAt(stage: Stage, place: Place, index: number) {
  const { environment } = stage
  const reached = Promise.withResolvers<{ worker: NodeProcess; player: string }>()
  let victim: NodeProcess | undefined
  for (const worker of environment.workers) {
    const mongo = environment.links.of(worker.name, 'mongo')
    const onReached = (player: string) => {
      if (victim) return victim === worker
      victim = worker
      if (place === 'before the commit') mongo.filter((_data, way) => (way === 'out' ? 'drop' : 'pass'))
      reached.resolve({ worker, player })
      return true
    }
    environment.links.of(worker.name, 'suppliers').filter(purchaseFilter(place, onReached))
  }
  const ordering = orderUntil(stage, reached.promise, index)
  const call = await Promise.race([reached.promise, sleep(15_000, undefined)])
  if (call && place === 'before the commit') await sleep(40)
  if (call && place === 'after the commit') await answered(environment, call.player)
  await call?.worker.kill()
  for (const link of [
    ...environment.links.to('suppliers', 'worker'),
    ...environment.links.to('mongo', 'worker'),
  ])
    link.filter(undefined)
  reached.resolve({ worker: environment.workers[0]!, player: '' })
  await ordering
  const order = call && (await environment.db.collection<OrderDoc>('orders').findOne({ input1: call.player }))
  return order ? { worker: call.worker, orderid: order._id } : undefined
}

/** When the load has nothing to buy at the moment, places one more order each second. */
async function orderUntil(stage: Stage, reached: Promise<unknown>, index: number): Promise<void> {
  const isReached = () => Promise.race([reached.then(() => true), sleep(1_000, false)])
  for (let extra = 0; extra < 12 && !(await isReached()); extra += 1)
    await probeOrder(stage, index * 12 + extra)
}

/**
 * Finds a call that buys something, and its answer; drops what the worker must not send or receive.
 * @param reached says whether this worker is to be killed: the links of the others are left alone
 */
function purchaseFilter(place: Place, reached: (player: string) => boolean): DataFilter {
  const fatal = place === 'before the call' ? 'out' : 'back'
  const verdict = place === 'before the call' || place === 'after acceptance' ? 'drop' : 'pass'
  let player: string | undefined
  return (data, way) => {
    if (way === 'out') player ??= playerIn(data.toString())
    if (player === undefined || way !== fatal) return 'pass'
    return reached(player) ? verdict : 'pass'
  }
}

/** The player in a purchase request: a form at Smile.one, JSON at MooGold. */
function playerIn(request: string): string | undefined {
  if (!/createorder|create_order/.test(request)) return undefined
  return /userid=(\d+)/.exec(request)?.[1] ?? /"(?:User|Player) ID":"?(\d+)/.exec(request)?.[1]
}

/** Whether the answer is in the database: every unit of the player's order has one. */
async function answered({ db }: FaultEnvironment, player: string): Promise<void> {
  const open = { input1: player, units: { $elemMatch: { state: 'sending', supplierOrderId: '' } } }
  const orders = db.collection<{ _id: string }>('orders')
  await waitFor('the commit', async () => (await orders.countDocuments(open)) === 0, {
    limitMs: 3_000,
    everyMs: 4,
  }).catch(() => undefined)
}

type Slow = { ms: number; orderid: string }
type Followed = { orderid: string; place: Place; slowest: Map<Place, Slow> }

/** Notes how long after the restart an order was at rest. */
async function follow({ environment, note }: Stage, { orderid, place, slowest }: Followed): Promise<void> {
  const orders = environment.db.collection<OrderDoc>('orders')
  const ms = await waitFor(`${orderid} ends or is on the board`, async () => {
    const order = await orders.findOne({ _id: orderid })
    return order !== null && isAtRest(order)
  }).catch(() => 60_000)
  note(`${orderid} at rest ${ms} ms after the restart`)
  if (ms >= (slowest.get(place)?.ms ?? 0)) slowest.set(place, { ms, orderid })
}
