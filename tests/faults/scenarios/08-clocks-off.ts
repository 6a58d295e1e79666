import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OrderDoc } from '@jhatpat/shared/domain/orders/index.ts'
import { sleep } from '../environment/wait.ts'
import { acknowledged } from '../load/load.ts'
import type { Scenario, Stage } from '../load/scenario.ts'

const hourMs = 3_600_000
const skews = [-hourMs, hourMs, -hourMs, 0, hourMs, 90_000, -90_000]

/**
 * One worker's clock is an hour slow, an hour fast, or jumps. A customer who paid in time gets what they
 * paid for.
 */
export const clocksOff: Scenario = {
  number: 8,
  title: 'one worker’s clock is an hour off, and jumps',
  quick: false,
  // Real payment windows, to detect what a fast clock would close too early.
  environment: { settings: { PAYMENT_WINDOW_MS: '60000' } },
  async run(stage) {
    const { environment, load, settled, count, note } = stage
    const clock = join(environment.folder, 'clock')
    await writeFile(clock, String(skews[0]))
    const [worker] = environment.workers
    if (!worker) return
    await worker.kill()
    await worker.start({
      nodeOptions: ['--import', './tests/faults/environment/skewed-clock.mjs'],
      addEnv: { FAULT_CLOCK: clock },
    })
    const running = await load({ mix: 'plain', spreadMs: skews.length * 5_000, count, payAfterMs: 4_000 })
    for (const skew of skews) {
      await writeFile(clock, String(skew))
      note(`${worker.name} is off by ${skew / 60_000} minutes`)
      await sleep(5_000)
    }
    await writeFile(clock, '0')
    note('its clock is right again')
    await running.done
    await settled()
    await expectNoneExpired(
      stage,
      acknowledged(running).map(({ id }) => id),
    )
  },
}

async function expectNoneExpired({ environment, expect }: Stage, ids: string[]): Promise<void> {
  const orders = await environment.db
    .collection<OrderDoc>('orders')
    .find({ _id: { $in: ids } })
    .toArray()
  const expired = orders.filter((order) => order.history.some((row: { to: string }) => row.to === 'Failed'))
  const first = expired[0]?._id ?? ''
  expect(
    expired.length === 0,
    `${expired.length} orders that were paid in time had expired before, e.g. ${first}`,
  )
}
