import fc from 'fast-check'
import { expect, it } from 'vitest'
import { orderStatuses } from '../../../contracts/order-status.ts'
import { countersAt, currentCounters, type EndedOrders } from './order-counters.ts'
import type { StatusSum } from './order-counters-model.ts'

type Order = { paise: number; ends: { status: StatusSum['status']; at: number }[] }

const status = fc.constantFrom(...orderStatuses.filter((one) => one !== 'Created' && one !== 'Processing'))
const anOrder = fc.record({
  paise: fc.nat(1_000),
  ends: fc
    .array(fc.record({ status, at: fc.nat(20) }), { minLength: 1, maxLength: 2 })
    .map((ends) => [...ends].sort((a, b) => a.at - b.at)),
})

/** Groups orders as `readEndedOrders` does: as known at `now`, split at `until`. */
function read(orders: Order[], until: number, now: number) {
  const known = orders.flatMap(({ paise, ends }) => {
    const past = ends.filter(({ at }) => at < now)
    const [last, before] = [past.at(-1), past.at(-2)]
    if (!last) return []
    const previous = before && before.at < until ? before.status : null
    return [{ at: last.at, ends: { status: last.status, previous, count: 1, paise } satisfies EndedOrders }]
  })
  return {
    before: known.filter(({ at }) => at < until).map(({ ends }) => ends),
    since: known.filter(({ at }) => at >= until).map(({ ends }) => ends),
  }
}

const shown = (sums: StatusSum[]) =>
  Object.fromEntries(
    sums.filter(({ count }) => count > 0).map(({ status, count, paise }) => [status, [count, paise]]),
  )

it('gives the current counters from any earlier count, whichever orders have ended or ended again since', () => {
  const scenario = fc.tuple(fc.array(anOrder, { maxLength: 12 }), fc.nat(20), fc.nat(20), fc.nat(20))
  fc.assert(
    fc.property(scenario, ([orders, ...times]) => {
      const [until = 0, counted = 0, now = 0] = [...times].sort((a, b) => a - b)
      const then = countersAt(read(orders, until, counted))
      const found = shown(currentCounters(then, read(orders, until, now).since))
      const all = shown(currentCounters([], read(orders, -1, now).since))
      expect(found).toEqual(all)
    }),
  )
})
