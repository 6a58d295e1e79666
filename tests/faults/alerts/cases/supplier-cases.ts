import type { AlertCase } from './alert-case.ts'
import { placeOrder, untilOrdersAre } from './stage-actions.ts'

/** As many as the spend rate of an hour needs. */
const purchases = 6

/** One purchase costs 61.5 coins, six in an hour 369: the limit of 6 hours divided by 15 is 147 coins. */
const drained = '100'
const full = '1000000'

/** Others spend from the account until little is left. The shop counts what is spent once a minute. */
export const supplierRunwayLow: AlertCase = {
  alert: 'SupplierRunwayLow',
  fault: 'the balance of a supplier account drains',
  async prepare(stage) {
    const { simulators } = stage.environment
    await simulators.control('smileone', { points: { br: full } })
    const ids = []
    for (let count = 0; count < purchases; count += 1) ids.push(await placeOrder(stage, 'diamonds'))
    await untilOrdersAre(stage, ids, 'Completed')
    return {
      begin: () => simulators.control('smileone', { points: { br: drained } }),
      end: () => simulators.control('smileone', { points: { br: full } }),
    }
  },
}

export const supplierUnavailable: AlertCase = {
  alert: 'SupplierUnavailable',
  fault: 'no connection to a supplier is accepted',
  async prepare({ environment: { links } }) {
    const set = async (state: 'refuse' | 'pass') => {
      for (const link of links.to('suppliers')) link.set(state)
    }
    return { begin: () => set('refuse'), end: () => set('pass') }
  },
}
