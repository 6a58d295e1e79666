import { sleep } from '../environment/wait.ts'
import { expectLateDeliveries, placeLate, productionTimes } from '../load/late-suppliers.ts'
import type { Scenario } from '../load/scenario.ts'

const downMs = 8_000

/**
 * Suppliers act 15 s after our time-out, and the worker that called them is dead: its successor reads a
 * balance and queries orders long before there is anything to find.
 */
export const lateSupplierDeadWorker: Scenario = {
  number: 16,
  title: 'suppliers act 15 s after our time-out, and the worker that asked is killed',
  quick: false,
  environment: { settings: productionTimes },
  async run(stage) {
    const { environment, load, note } = stage
    const [asking, other] = environment.workers
    await other!.stop()
    const ids = await placeLate(stage)
    await asking!.kill()
    note(`${asking!.name} is killed in the middle of all its calls`)
    await other!.start()
    note(`${other!.name} takes over`)
    // Other orders are bought meanwhile: at MooGold immediately, at Smile.one when no purchase of the
    // account is unclear.
    const running = await load({ mix: 'plain', spreadMs: 40_000, count: 40, admin: false })
    await sleep(downMs)
    await asking!.start()
    note(`${asking!.name} is back`)
    await running.done
    await expectLateDeliveries(stage, ids)
  },
}
