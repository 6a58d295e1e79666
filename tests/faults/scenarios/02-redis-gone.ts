import { sleep, waitFor } from '../environment/wait.ts'
import { probeOrder } from '../load/probe.ts'
import type { Scale, Scenario, Stage } from '../load/scenario.ts'

type Outage = { forMs: number; wiped: boolean }

const outages: Record<Scale, Outage[]> = {
  quick: [
    { forMs: 3_000, wiped: false },
    { forMs: 12_000, wiped: false },
    { forMs: 3_000, wiped: true },
  ],
  usual: [
    { forMs: 3_000, wiped: false },
    { forMs: 12_000, wiped: false },
    { forMs: 30_000, wiped: false },
    { forMs: 3_000, wiped: true },
  ],
  long: [
    { forMs: 3_000, wiped: false },
    { forMs: 12_000, wiped: false },
    { forMs: 30_000, wiped: false },
    { forMs: 30_000, wiped: true },
  ],
}

const promisedMs = 10_000

/** Redis is unavailable for some time, or permanently with all its data. The API keeps taking orders. */
export const redisGone: Scenario = {
  number: 2,
  title: 'Redis is killed, and its data wiped',
  quick: true,
  environment: {},
  async run(stage) {
    const { environment, scale, count, load, settled } = stage
    const plan = outages[scale]
    const spreadMs = plan.reduce((sum, { forMs }) => sum + forMs + 6_000, 0)
    const running = await load({ mix: 'every', spreadMs, count })
    await sleep(2_000)
    for (const [index, outage] of plan.entries()) await outlive(stage, outage, index)
    await running.done
    await settled()
    const open = await environment.db
      .collection<{ _id: string }>('orders')
      .countDocuments({ 'due.fulfil.at': { $lt: new Date() } })
    stage.expect(open === 0, `${open} orders are still due though Redis is back`)
  },
}

async function outlive(stage: Stage, { forMs, wiped }: Outage, index: number): Promise<void> {
  const { environment, note, expect, recovered, requests: asked } = stage
  const name = `${forMs / 1000} s without Redis${wiped ? ', its data wiped' : ''}`
  const from = Date.now()
  await environment.servers.killRedis()
  note(`Redis killed: ${name}`)
  if (wiped) await environment.servers.wipeRedis()
  const placed = Promise.all([1, 2, 3].map((one) => probeOrder(stage, 500 + index * 10 + one)))
  await sleep(forMs)
  await environment.servers.restartRedis()
  note('Redis is back')
  const back = Date.now()
  await placed
  const during = asked()
    .flatMap((one) => one.attempts)
    .filter(({ at }) => at >= from && at < back)
  const refused = during.filter(
    ({ status, code }) => status === 0 || status >= 500 || code === 'too_many_requests',
  )
  const accepted = during.filter(({ status }) => status === 200)
  note(`${accepted.length} requests taken meanwhile, ${refused.length} not`)
  expect(accepted.length > 0, `${name}: no order was taken meanwhile`)
  expect(
    refused.length === 0,
    `${name}: ${refused.length} requests failed (${refused[0]?.status} ${refused[0]?.code})`,
  )
  const ms = await untilWorking(stage, { index, back })
  recovered(`${name}: working again after`, ms, promisedMs)
  recovered(`${name}: all that came due meanwhile was done after`, await untilCaughtUp(stage, back))
  await sleep(1_500)
}

/** Until it works again: an order placed now is delivered. */
async function untilWorking(stage: Stage, { index, back }: { index: number; back: number }): Promise<number> {
  const probe = await probeOrder(stage, index)
  const orders = stage.environment.db.collection<{ _id: string }>('orders')
  const isDelivered = async () => (await orders.countDocuments({ _id: probe, status: 'Completed' })) === 1
  await waitFor('working again', isDelivered, { limitMs: 40_000 }).catch(() => undefined)
  return Date.now() - back
}

/** Until the tasks that came due during the outage are done: every job was created again from MongoDB. */
async function untilCaughtUp({ environment }: Stage, back: number): Promise<number> {
  const missed = { $lt: new Date(back - 500) }
  const tasks = ['payment', 'fulfil', 'notify'].map((task) => ({ [`due.${task}.at`]: missed }))
  const orders = environment.db.collection<{ _id: string }>('orders')
  const isDone = async () => (await orders.countDocuments({ $or: tasks })) === 0
  await waitFor('what came due meanwhile is done', isDone, { limitMs: 40_000 }).catch(() => undefined)
  return Date.now() - back
}
