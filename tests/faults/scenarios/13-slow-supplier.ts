import type { OrderDoc } from '@jhatpat/shared/domain/orders/index.ts'
import { isAtRest } from '../checker/order-invariants.ts'
import { sleep, TooLate, waitFor } from '../environment/wait.ts'
import { acknowledged, type Load } from '../load/load.ts'
import type { Scale, Scenario, Stage } from '../load/scenario.ts'

/** Orders with eight calls at once, and with one: the second is the length of the queue, in seconds. */
const sizes: Record<Scale, { concurrent: number; queued: number }> = {
  quick: { concurrent: 90, queued: 20 },
  usual: { concurrent: 300, queued: 300 },
  long: { concurrent: 1_000, queued: 400 },
}
const callMs = 1_000
const timeoutMs = 4_000
const settleMs = 1_000

/** Minimum rate with eight calls at once, less the balance readings between two batches. */
const ordersPerSecond = 6
/**
 * Two outcomes that time out: the call itself, two readings of the balance and the delay between, and the
 * retry.
 */
const unclearMs = 2 * (timeoutMs + 2 * callMs + settleMs + 3_000)
const marginMs = 10_000

/** An order that is overdue by three seconds and not enqueued is found within this time. */
const sweepDeadlineMs = 6_000

/**
 * A supplier of 1 s a call, first with eight calls at once, some of them lost; then with one at a time,
 * which makes a queue of five minutes. Queued orders are neither swept nor shown to a person.
 */
export const slowSupplier: Scenario = {
  number: 13,
  title: 'a supplier takes a second for each call, with a line of five minutes',
  quick: false,
  environment: {
    customers: 60,
    settings: {
      SUPPLIER_TIMEOUT_MS: String(timeoutMs),
      SUPPLIER_LATE_MS: String(timeoutMs / 4),
      BALANCE_SETTLE_MS: String(settleMs),
    },
  },
  async run(stage) {
    const { environment, settled, note } = stage
    const packs = environment.db.collection('supplier_products')
    await waitFor(
      'the price list is read',
      async () => (await packs.countDocuments({ account: 'SMILEBR' })) > 0,
    )
    await environment.simulators.control('smileone', { delayMs: callMs })
    note('every call to Smile.one takes a second')
    await eightAtOnce(stage)
    await oneAtATime(stage)
    await environment.simulators.control('smileone', { delayMs: 0 })
    await settled()
    await expectSoundAccount(stage)
  },
}

async function eightAtOnce(stage: Stage): Promise<void> {
  const { note, recovered, expect, scale } = stage
  const count = sizes[scale].concurrent
  const running = await stage.load({ mix: 'oneAccount', spreadMs: 0, count, admin: false })
  const spoiling = spoilSome(stage, count)
  await watch(stage, running, { name: 'eight at once', limitMs: 180_000 })
  await spoiling
  const { spentMs } = await timesOf(stage, running)
  const rate = `${((count * 1_000) / spentMs).toFixed(1)} orders a second`
  note(`eight at once: ${rate}`)
  const promisedMs = (count / ordersPerSecond) * 1_000 + unclearMs + marginMs
  recovered(`${count} orders at 1 s a call, eight at once: ${rate}`, spentMs, promisedMs)
  const verdicts = settlements(stage)
  for (const kind of ['all', 'none'])
    expect(verdicts.includes(kind), `no unclear purchases were settled by the balance as ${kind}`)
  expect(
    !verdicts.includes('cannot_tell'),
    `the balance could not tell: ${verdicts.filter((one) => one === 'cannot_tell').length} groups`,
  )
}

/**
 * Two calls in a row are delivered and never answered; later two are lost. Both in the middle of the load.
 */
async function spoilSome({ environment, random, note }: Stage, count: number): Promise<void> {
  const plan = [
    { after: Math.floor(count * 0.2) + random.below(count / 8), outcome: 'timeout_accepted' },
    { after: Math.floor(count * 0.6) + random.below(count / 8), outcome: 'timeout_lost' },
  ]
  for (const { after, outcome } of plan) {
    await waitFor(`${after} are delivered`, async () => (await deliveries(environment)).length >= after, {
      limitMs: 150_000,
      everyMs: 200,
    })
    await environment.simulators.control('smileone', { next: { outcome, times: 2 } })
    note(`the next two orders: ${outcome}`)
  }
}

async function oneAtATime(stage: Stage): Promise<void> {
  const { environment, note, expect, recovered, scale } = stage
  const count = sizes[scale].queued
  for (const worker of environment.workers) {
    await worker.stop()
    await worker.start({ addEnv: { BALANCE_CONCURRENCY: '1' } })
  }
  note('one call at a time from now on')
  const running = await stage.load({ mix: 'oneAccount', spreadMs: 0, count, admin: false })
  await watch(stage, running, { name: 'one at a time', limitMs: 600_000 })
  const { longestMs } = await timesOf(stage, running)
  recovered('one at a time: the last in line waited', longestMs)
  const wantedMs = (count - 20) * callMs
  expect(longestMs >= wantedMs, `no customer waited longer than ${Math.round(longestMs / 1_000)} s`)
}

/** Until all orders of a load have ended; none is swept or shown to a person meanwhile. */
async function watch(
  { environment, note, expect }: Stage,
  load: Load,
  { name, limitMs }: { name: string; limitMs: number },
): Promise<void> {
  const orders = environment.db.collection<OrderDoc>('orders')
  const shown = new Set<string>()
  await load.done
  const count = load.wishes.length
  const _id = { $in: acknowledged(load).map(({ id }) => id) }
  expect(_id.$in.length === count, `${name}: ${count - _id.$in.length} orders were not taken`)
  const sumSweepCounts = async () =>
    (await orders.find({ _id }).project<Pick<OrderDoc, 'due'>>({ due: 1 }).toArray()).reduce(
      (sum, { due }) => sum + due.sweepCount,
      0,
    )
  // What a busy API did not enqueue within a few seconds, the sweeper has enqueued after this time.
  await sleep(sweepDeadlineMs)
  const late = await sumSweepCounts()
  note(`${name}: ${count} orders taken, ${late} of them queued by the sweeper`)
  const haveEnded = async () => {
    const open = await orders.find({ _id, status: 'Processing' }).toArray()
    for (const order of open) if (isAtRest(order)) shown.add(`${order._id} (${order.pendingReason?.kind})`)
    return open.length === 0
  }
  await waitFor(`${name}: all have ended`, haveEnded, { limitMs, everyMs: 500 }).catch((error: unknown) => {
    if (!(error instanceof TooLate)) throw error
    expect(false, error.message)
  })
  expect(shown.size === 0, `${name}: ${shown.size} were shown to a person, ${[...shown][0]}`)
  const delivered = await orders.countDocuments({ _id, status: 'Completed' })
  expect(delivered === count, `${name}: ${delivered} of ${count} were delivered`)
  const swept = (await sumSweepCounts()) - late
  expect(swept === 0, `${name}: ${swept} were swept while they waited`)
}

/** From the first call of a load to its last answer, and the longest time from payment to the call. */
async function timesOf({ environment }: Stage, load: Load): Promise<{ spentMs: number; longestMs: number }> {
  const _id = { $in: acknowledged(load).map(({ id }) => id) }
  const found = await environment.db.collection<OrderDoc>('orders').find({ _id }).toArray()
  const sent = found.map(({ units }) => units[0]?.sentAt?.getTime() ?? 0)
  const answered = found.map(({ units }) => units[0]?.answeredAt?.getTime() ?? 0)
  const waited = found.map(({ units, createdAt }) => (units[0]?.sentAt?.getTime() ?? 0) - createdAt.getTime())
  return { spentMs: Math.max(...answered) - Math.min(...sent), longestMs: Math.max(...waited) }
}

const deliveries = async (environment: Stage['environment']) =>
  (await environment.simulators.journal('smileone')).filter((entry) => entry.kind === 'delivery')

/** What the balance showed about unclear purchases, by the workers' logs. */
const settlements = ({ environment }: Stage): string[] =>
  environment.workers
    .flatMap((worker) => worker.log)
    .filter(({ line }) => line.msg === 'purchase batch settled')
    .map(({ line }) => String(line.verdict))

/** The shop's own computation matches the supplier's balance, to the last batch. */
async function expectSoundAccount({ environment, expect }: Stage): Promise<void> {
  const account = await environment.db
    .collection<{ _id: string; isReconciled: boolean; batch: number }>('supplier_accounts')
    .findOne({ _id: 'SMILEBR' })
  expect(account?.isReconciled === true, 'the points are not what the shop believes to have bought')
  expect((account?.batch ?? 0) >= 4, `the balance was read ${account?.batch ?? 0} times`)
}
