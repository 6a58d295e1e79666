import type { OrderDoc } from '@jhatpat/shared/domain/orders/index.ts'
import { isAtRest } from '../checker/i4-ended-or-on-the-board.ts'
import type { Scale, Scenario, Stage } from '../scenario.ts'
import type { NodeProcess } from '../world/node-process.ts'
import type { Tap } from '../world/tcp-proxy.ts'
import { sleep, waitFor } from '../world/wait.ts'
import type { World } from '../world/world.ts'

const kills: Record<Scale, number> = { quick: 12, usual: 30, long: 1_000 }

/** Where a worker dies, seen from its call to a supplier. */
const places = ['before the call', 'after acceptance', 'before the commit', 'after the commit'] as const
type Place = (typeof places)[number]

/** The shop's own promise: after a restart an order has ended or is on the board within so long. */
const promisedMs = 10_000

/** SIGKILL of a worker at each point around its call to a supplier, again and again under load. */
export const workerKilled: Scenario = {
  number: 1,
  title: 'a worker is killed in the middle of a supplier call',
  quick: true,
  world: (scale) => (scale === 'long' ? { customers: 60 } : {}),
  async run(stage) {
    const { world, scale, count, load, settled, random, note } = stage
    const wanted = kills[scale]
    const running = await load({ mix: 'every', spreadMs: wanted * 2_200, count })
    const slowest = new Map<Place, number>()
    const followed: Promise<void>[] = []
    for (let index = 0; index < wanted; index += 1) {
      const place = places[index % places.length]!
      const worker = world.workers[random.below(world.workers.length)]!
      const orderid = await killAt(world, worker, place)
      if (!orderid) {
        note(`no call to kill ${worker.name} at (${place})`)
        await worker.kill()
      }
      note(`${worker.name} killed ${place}, ${orderid ?? 'at leisure'}`)
      await worker.start()
      note(`${worker.name} is back`)
      if (orderid) followed.push(follow(stage, { orderid, place, slowest }))
      await sleep(random.below(200))
    }
    await running.done
    await settled()
    await Promise.all(followed)
    for (const [place, ms] of slowest) {
      stage.recovered(`killed ${place}: the slowest order ended or was on the board after`, ms)
      stage.expect(ms <= promisedMs, `killed ${place}: ${ms} ms until the order ended or was on the board`)
    }
  },
}

/** @returns the order that was being bought, or undefined when no call came in time */
async function killAt(world: World, worker: NodeProcess, place: Place): Promise<string | undefined> {
  const supplier = world.links.of(worker.name, 'suppliers')
  const mongo = world.links.of(worker.name, 'mongo')
  const atPlace = new Promise<string>((done) => {
    supplier.tap(
      callTap(place, (player) => {
        if (place === 'before the commit') mongo.tap((_data, way) => (way === 'out' ? 'drop' : 'pass'))
        done(player)
      }),
    )
  })
  const player = await Promise.race([atPlace, sleep(8_000, undefined)])
  if (player && place === 'before the commit') await sleep(40)
  if (player && place === 'after the commit') await answered(world, player)
  await worker.kill()
  supplier.tap(undefined)
  mongo.tap(undefined)
  if (!player) return undefined
  const order = await world.db.collection<OrderDoc>('orders').findOne({ input1: player })
  return order?.orderid
}

/** Finds the first call that buys something, and its answer; what the worker must not get through is dropped. */
function callTap(place: Place, reached: (player: string) => void): Tap {
  const fatal = place === 'before the call' ? 'out' : 'back'
  const verdict = place === 'before the call' || place === 'after acceptance' ? 'drop' : 'pass'
  let player: string | undefined
  return (data, way) => {
    if (way === 'out') player ??= playerIn(data.toString())
    if (player === undefined || way !== fatal) return 'pass'
    reached(player)
    return verdict
  }
}

/** The player in a request that buys something: a form at Smile.one, JSON at MooGold. */
function playerIn(request: string): string | undefined {
  if (!/createorder|create_order/.test(request)) return undefined
  return /userid=(\d+)/.exec(request)?.[1] ?? /"(?:User|Player) ID":"?(\d+)/.exec(request)?.[1]
}

/** The answer is in the database: no unit of the player's order is without one. */
async function answered({ db }: World, player: string): Promise<void> {
  const open = { input1: player, units: { $elemMatch: { state: 'sending', supplierOrderId: '' } } }
  const orders = db.collection('orders')
  await waitFor('the commit', async () => (await orders.countDocuments(open)) === 0, {
    limitMs: 3_000,
    everyMs: 4,
  }).catch(() => undefined)
}

type Followed = { orderid: string; place: Place; slowest: Map<Place, number> }

/** Notes how long after the restart an order came to rest. */
async function follow({ world, note }: Stage, { orderid, place, slowest }: Followed): Promise<void> {
  const orders = world.db.collection<OrderDoc>('orders')
  const ms = await waitFor(`${orderid} ends or is on the board`, async () => {
    const order = await orders.findOne({ orderid })
    return order !== null && isAtRest(order)
  }).catch(() => 60_000)
  note(`${orderid} at rest ${ms} ms after the restart`)
  slowest.set(place, Math.max(ms, slowest.get(place) ?? 0))
}
