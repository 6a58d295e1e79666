import type { LinkMode } from '../../support/tcp-proxy.ts'
import type { RemoteServer } from '../environment/links.ts'
import { withFullDisk } from '../environment/small-disk.ts'
import { sleep, waitFor } from '../environment/wait.ts'
import { probeOrder } from '../load/probe.ts'
import type { Scenario, Stage } from '../load/scenario.ts'

const promisedMs = 15_000
/**
 * The trial order after a cooldown may be one that the supplier never answers: then a third of the outage
 * is waited again.
 */
const suppliersPromisedMs = 25_000

type Partition = { name: string; far: RemoteServer; process: string; mode: LinkMode; forMs: number }

const halfOpen = (name: string, far: RemoteServer, process: string): Partition => ({
  name: `${name} silent`,
  far,
  process,
  mode: 'hold',
  forMs: 20_000,
})
const reset = (name: string, far: RemoteServer, process: string): Partition => ({
  name: `${name} reset`,
  far,
  process,
  mode: 'refuse',
  forMs: 6_000,
})

const partitions: Partition[] = [
  halfOpen('API–Redis', 'redis', 'api'),
  reset('API–Redis', 'redis', 'api'),
  halfOpen('worker–Redis', 'redis', 'worker'),
  reset('worker–Redis', 'redis', 'worker'),
  halfOpen('all–MongoDB', 'mongo', ''),
  reset('all–MongoDB', 'mongo', ''),
  halfOpen('worker–suppliers', 'suppliers', 'worker'),
  reset('worker–suppliers', 'suppliers', 'worker'),
]

/**
 * Links that are silent for 20 s or are reset, one pair of servers after the other, and a full disk under
 * Redis.
 */
export const partitioned: Scenario = {
  number: 10,
  title: 'partitions, half-open and reset connections, a full disk under Redis',
  quick: false,
  environment: { customers: 20 },
  async run(stage) {
    const { load, settled, count } = stage
    const spreadMs = partitions.reduce((sum, { forMs }) => sum + forMs + 6_000, 20_000)
    const running = await load({ mix: 'every', spreadMs, count })
    for (const [index, partition] of partitions.entries()) {
      const heal = () => cut(stage, partition, 'pass')
      cut(stage, partition, partition.mode)
      await outlive(stage, { name: partition.name, index, forMs: partition.forMs, heal })
    }
    await fillDisk(stage)
    await running.done
    await settled()
  },
}

function cut({ environment }: Stage, { far, process }: Partition, mode: LinkMode): void {
  for (const link of environment.links.to(far, process)) link.set(mode)
}

type Hurt = { name: string; index: number; forMs: number; heal: () => unknown }

async function outlive(stage: Stage, { name, index, forMs, heal }: Hurt): Promise<void> {
  const { environment, note, recovered, expect, requests: asked } = stage
  const from = Date.now()
  note(name)
  await sleep(forMs)
  await heal()
  const back = Date.now()
  note('healed')
  const during = asked()
    .flatMap((one) => one.attempts)
    .filter(({ at }) => at >= from && at < back)
  const wrong = during.filter(({ status }) => status >= 500 && status !== 503)
  expect(wrong.length === 0, `${name}: ${wrong.length} answers were ${wrong[0]?.status}, not 503`)
  const probe = await probeOrder(stage, 100 + index)
  const orders = environment.db.collection<{ _id: string }>('orders')
  await waitFor('an order is delivered', async () => {
    return (await orders.countDocuments({ _id: probe, status: 'Completed' })) === 1
  }).catch(() => undefined)
  const ms = Date.now() - back
  const limitMs = name.includes('suppliers') ? suppliersPromisedMs : promisedMs
  recovered(`${name} for ${forMs / 1000} s: working again after`, ms, limitMs)
}

/** Redis on a disk of a few megabytes that another program fills. */
async function fillDisk(stage: Stage): Promise<void> {
  const { environment, note } = stage
  await withFullDisk(environment, async (disk) => {
    note(`Redis moved, with nothing in it, to ${disk.kind}`)
    await sleep(2_000)
    await disk.fill()
    await sleep(2_000)
    stage.expect(await disk.isFelt(), 'the disk is full, and Redis takes writes')
    await outlive(stage, {
      name: `a full disk under Redis (${disk.kind})`,
      index: 50,
      forMs: 8_000,
      heal: disk.free,
    })
    await stage.settled()
  })
}
