import { startReplica } from '../environment/redis-replica.ts'
import { expectLateDeliveries, placeLate, productionTimes } from '../load/late-suppliers.ts'
import type { Scenario } from '../load/scenario.ts'

/** Longer than a BullMQ lock. */
const withoutMs = 8_000

/**
 * Suppliers act 15 s after our time-out, and meanwhile Redis fails over to a replica that never received
 * the calls: leases, locks and jobs are lost, and both workers run and still wait for their answers.
 */
export const lateSupplierRedisFailsOver: Scenario = {
  number: 17,
  title: 'suppliers act 15 s after our time-out, and Redis fails over',
  quick: false,
  environment: { settings: productionTimes },
  async run(stage) {
    const { environment, load } = stage
    const replica = await startReplica(environment)
    try {
      await replica.fallBehind()
      const ids = await placeLate(stage)
      const running = await load({ mix: 'plain', spreadMs: 40_000, count: 40, admin: false })
      await replica.failOver(withoutMs)
      await running.done
      await expectLateDeliveries(stage, ids)
    } finally {
      await replica.stop()
    }
  },
}
