import type { OrderDoc } from '@jhatpat/shared/domain/orders/index.ts'
import { hashTag } from '@jhatpat/shared/platform/redis-keys.ts'
import { Queue } from 'bullmq'
import { isAtRest } from '../checker/order-invariants.ts'
import { keepAlive } from '../environment/keep-alive.ts'
import { sleep, waitFor } from '../environment/wait.ts'
import { ask } from '../load/customer.ts'
import { acknowledged, type Load } from '../load/load.ts'
import type { OrderWish } from '../load/plan.ts'
import type { Scale, Scenario, Stage } from '../load/scenario.ts'

const goodOnes: Record<Scale, number> = { quick: 100, usual: 500, long: 2_000 }
/** Slow enough that the good orders, alone, never wait for each other. */
const spacingMs: Record<Scale, number> = { quick: 150, usual: 150, long: 120 }
const maxSlowdown = 1.2
const maxTries = 3

/** The players whose purchase crashes the worker, with the kind of crash. */
const poison: Record<string, string> = {
  '950000001': 'poison-kills',
  '950000002': 'poison-memory',
  '950000003': 'poison-hangs',
  '960000001': 'poison-kills',
  '960000002': 'poison-memory',
  '960000003': 'poison-hangs',
}

/** Jobs that always fail, among many that succeed. Killed workers are restarted, as by an orchestrator. */
export const poisonJobs: Scenario = {
  number: 11,
  title: 'jobs that throw, hang, exhaust memory and kill their process, among good ones',
  quick: false,
  environment: (scale) => ({
    customers: scale === 'long' ? 60 : 30,
    // An order that breaks a rule stops purchases from its supplier, as intended: here the others have to
    // continue.
    settings: { CONTINUOUS_CHECK_MS: '86400000' },
  }),
  async run(stage) {
    const { environment, scale, settled, note } = stage
    for (const worker of environment.workers) {
      await worker.stop()
      const nodeOptions = [
        '--max-old-space-size=256',
        '--import',
        './tests/faults/environment/poisoned-calls.mjs',
      ]
      await worker.start({ nodeOptions, addEnv: { FAULT_POISON: JSON.stringify(poison) } })
    }
    const size = {
      mix: 'plain',
      spreadMs: goodOnes[scale] * spacingMs[scale],
      count: goodOnes[scale],
      admin: false,
    } as const
    const clean = await timed(stage, await stage.load(size))
    note(`the good ones alone: ${clean} ms`)
    const alive = keepAlive(environment.workers)
    const running = await stage.load(size)
    await sleep(1_000)
    const ids = await givePoison(stage)
    const poisoned = await timed(stage, running)
    note(`the good ones with poison among them: ${poisoned} ms; ${alive.restarts()} workers started again`)
    stage.recovered('the good ones alone', clean)
    stage.recovered('the good ones with poison among them', poisoned, clean * maxSlowdown)
    await settled(90_000)
    await alive.stop()
    await expectOnBoard(stage, ids)
    await removeWritten(stage, ids[0])
    await expectNoneStuck(
      stage,
      acknowledged(running).map(({ id }) => id),
    )
  },
}

/** From the load's start until its last order is at rest. */
async function timed({ environment, note }: Stage, load: Load): Promise<number> {
  const startedAt = performance.now()
  await load.done
  const _id = { $in: acknowledged(load).map(({ id }) => id) }
  const orders = environment.db.collection<OrderDoc>('orders')
  await waitFor(
    'the good ones are at rest',
    async () => (await orders.find({ _id }).toArray()).every(isAtRest),
    {
      limitMs: 180_000,
    },
  ).catch(() => undefined)
  const slowest = (await orders.find({ _id }).toArray())
    .map(({ _id: id, createdAt, updatedAt, pendingReason }) => ({
      ms: updatedAt.getTime() - createdAt.getTime(),
      text: `${id}${pendingReason ? ` (${pendingReason.kind})` : ''}`,
    }))
    .sort((a, b) => b.ms - a.ms)
  for (const { ms, text } of slowest.slice(0, 5)) note(`among the slowest: ${text}, ${ms} ms`)
  return Math.round(performance.now() - startedAt)
}

async function givePoison(stage: Stage): Promise<string[]> {
  stage.note('poison: jobs of no known name, with data of another shape')
  await addNonsense(stage)
  stage.note('poison: an order whose state nobody knows, so that its job throws')
  const ids = [await placeThrowing(stage)]
  for (const [player, kind] of Object.entries(poison)) {
    stage.note(`${kind}: player ${player}`)
    ids.push(await place(stage, player, player.startsWith('95') ? 'crystals' : 'diamonds'))
    await sleep(300)
  }
  return ids
}

async function addNonsense({ environment }: Stage): Promise<void> {
  const connection = { host: '127.0.0.1', port: environment.servers.redisPort }
  for (const name of ['payments', 'fulfil-smilebr', 'fulfil-smileph', 'fulfil-moogold', 'notifications']) {
    const queue = new Queue(name, { connection, prefix: hashTag('faults', name) })
    await queue.add('order.unheard-of', { id: 'x' })
    await queue.add('order.fulfil', { id: 'not an id', seq: 'nor a number' })
    await queue.add('order.fulfil', { id: '0123456789abcdef01234567', seq: 1 })
    await queue.close()
  }
}

async function place(stage: Stage, player: string, listing: OrderWish['listing']): Promise<string> {
  const wish: OrderWish = {
    ...({ kind: 'order', paying: 'wallet', trouble: 'none', copies: 1, atMs: 0 } as const),
    index: Number(player) % 1_000,
    listing,
    player,
    customer: 1,
  }
  const request = await ask(stage.environment, wish)
  stage.addRequest(request)
  return request.ids[0] ?? ''
}

/** Written directly: data that a faulty version might leave behind. */
async function placeThrowing(stage: Stage): Promise<string> {
  const orderid = await place(stage, '970000001', 'manual')
  const unit = {
    ref: `${orderid}-1`,
    supplierItemId: '13',
    state: 'melted',
    attempt: 0,
    retryCount: 0,
    supplierOrderId: '',
  }
  const pendingReason = { kind: 'in_progress', since: new Date(), detail: '' }
  await stage.environment.db.collection<{ _id: string }>('orders').updateOne(
    { _id: orderid },
    {
      $set: {
        delivery: 'instant',
        'item.apiType': 'SMILEBR',
        units: [unit],
        pendingReason,
        'due.fulfil': { at: new Date(), seq: 1 },
      },
    },
  )
  return orderid
}

/** Removes what the scenario wrote directly: the checker runs next, and the ledger has no entry of it. */
async function removeWritten({ environment }: Stage, thrower = '') {
  await environment.db
    .collection<{ _id: string }>('orders')
    .updateOne({ _id: thrower }, { $set: { 'units.0.state': 'planned' } })
}

async function expectOnBoard({ environment, expect }: Stage, ids: string[]): Promise<void> {
  const orders = await environment.db
    .collection<OrderDoc>('orders')
    .find({ _id: { $in: ids } })
    .toArray()
  for (const order of orders) {
    const name = `${order._id} (${poison[order.input1] ?? 'throws'})`
    const tries = Math.max(...order.units.map((unit) => unit.attempt))
    expect(
      isAtRest(order),
      `${name} is not on the board for a person: ${order.pendingReason?.kind} after ${tries} tries`,
    )
    expect(tries <= maxTries, `${name} was tried ${tries} times`)
  }
}

async function expectNoneStuck({ environment, expect }: Stage, good: string[]): Promise<void> {
  const stuck = { _id: { $in: good }, 'pendingReason.kind': 'task_failed' }
  const count = await environment.db.collection<{ _id: string }>('orders').countDocuments(stuck)
  expect(count === 0, `${count} good orders were given up`)
}
