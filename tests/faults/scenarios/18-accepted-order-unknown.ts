import { sleep } from '../environment/wait.ts'
import { completeAccepted, placeAccepted, untilWithPerson } from '../load/accepted-orders.ts'
import { expectOfEach, isBoughtOnce, isComplete, isOpen, isRequestedOnce, readProbes } from '../load/probe.ts'
import type { Scenario, Stage } from '../load/scenario.ts'

const orders = 8
const isUnknown = { outcome: 'refuse', code: '421', message: 'Not found' }
/**
 * `SUPPLIER_TIMEOUT_MS` and `SUPPLIER_LATE_MS` of these environments: until then no purchase is repeated
 * anyway.
 */
const callsOverMs = 2_500
/** A few follow-ups, with the delays between them. */
const withPersonWithinMs = 30_000

/**
 * MooGold returns 421 for orders that it has accepted: once for some, permanently for others. The first are
 * completed in the end; the others go to a person. None is bought again, and nothing is refunded.
 */
export const acceptedOrderUnknown: Scenario = {
  number: 18,
  title: 'MooGold does not know orders that it has accepted',
  quick: false,
  environment: {},
  async run(stage) {
    const { note, settled, count } = stage
    const running = await stage.load({
      mix: 'plain',
      spreadMs: 10_000,
      count: Math.ceil(count / 8),
      admin: false,
    })
    await running.done
    await settled()
    const forgottenOnce = await placeAccepted(stage, 0, orders)
    const forGood = await placeAccepted(stage, orders, orders)
    await sleep(callsOverMs)
    await forget(stage, forgottenOnce, 1)
    await forget(stage, forGood, 1_000_000)
    note('MooGold forgets half of its orders for good, and the others once')
    await untilWithPerson(stage, forGood, withPersonWithinMs)
    await completeAccepted(stage, forgottenOnce)
    await settled()
    const unknown = saidToBeUnknown(stage)
    await expectOfEach(stage, forgottenOnce, {
      'was never said to be unknown': ({ order }) => unknown.has(order._id),
      'is not complete': isComplete,
      'was not bought once': isBoughtOnce,
      'was asked for again': isRequestedOnce,
    })
    await expectOfEach(stage, forGood, {
      'was ended': isOpen,
      'has lost the id of its supplier’s order': ({ order }) => order.units[0]?.supplierOrderId !== '',
      'was not bought once': isBoughtOnce,
      'was asked for again': isRequestedOnce,
    })
  },
}

/** Ids of the orders for which MooGold has said so, by the workers' logs. */
const saidToBeUnknown = ({ environment }: Stage): Set<unknown> =>
  new Set(
    environment.workers
      .flatMap(({ log }) => log)
      .filter(({ line }) => (line.answer as { kind?: string } | undefined)?.kind === 'not_found')
      .map(({ line }) => line.orderId),
  )

/** The next answers about these orders, by either id, say that there are none. */
async function forget(stage: Stage, ids: string[], times: number): Promise<void> {
  const probes = await readProbes(stage, ids)
  const next = probes.flatMap(({ order: { units } }) => [
    { ...isUnknown, times, call: 'order/order_detail', match: { order_id: units[0]!.supplierOrderId } },
    {
      ...isUnknown,
      times,
      call: 'order/order_detail_partner_id',
      match: { partner_order_id: units[0]!.ref },
    },
  ])
  await stage.environment.simulators.control('moogold', { next })
}
