import * as calls from '@jhatpat/shared/contracts/price-changes.ts'
import * as floorCalls from '@jhatpat/shared/contracts/price-floors.ts'
import * as prices from '@jhatpat/shared/domain/catalogue-admin/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { Mount } from '../http/mount.ts'
import { priceActorOf } from '../http/price-actor-of.ts'

export function mountPrices(mount: Mount, deps: Pick<Deps, 'clock' | 'env' | 'queues' | 'publisher'>): void {
  mount(floorCalls.priceFloors, () => prices.readFloors(deps))

  mount(floorCalls.savePriceFloors, ({ caller, body, ip }) =>
    prices.saveFloors(deps, actorOf(caller, ip), body),
  )

  mount(calls.priceChanges, ({ query }) => prices.listPriceChanges(query))

  mount(
    calls.createPriceChange,
    async ({ caller, body: { applyAt, ...body }, ip, reference, priceConfirmed }) => {
      const set = await prices.schedulePriceChange(deps, priceActorOf({ caller, ip, priceConfirmed }), {
        id: reference('JC'),
        ...body,
        ...(applyAt === undefined ? {} : { applyAt: new Date(applyAt) }),
      })
      return { message: priceChangeMessage(set), set: prices.priceChangeView(set) }
    },
  )

  mount(calls.cancelPriceChange, async ({ caller, params, ip }) => {
    const set = await prices.cancelPriceChange(deps, actorOf(caller, ip), params.id)
    return { message: 'The planned prices are cancelled.', set: prices.priceChangeView(set) }
  })

  mount(calls.previewRollBack, async ({ params }) => ({
    prices: (await prices.previewRollBack(params.id)).map(prices.rollBackView),
  }))

  mount(
    calls.rollBackPriceChange,
    async ({ caller, params: { id }, body: { reason }, ip, reference, priceConfirmed }) => {
      const back = { id, newId: reference('JC'), reason }
      const set = await prices.rollBackPriceChange(deps, priceActorOf({ caller, ip, priceConfirmed }), back)
      return { message: priceChangeMessage(set), set: prices.priceChangeView(set) }
    },
  )

  mount(
    calls.decidePendingPrices,
    async ({ caller, params: { id }, body: { apply }, ip, reference, priceConfirmed }) => {
      const answer = { id, newId: reference('JC'), apply }
      const set = await prices.decidePendingPrices(deps, priceActorOf({ caller, ip, priceConfirmed }), answer)
      return {
        message: apply ? priceChangeMessage(set) : 'They stay as they are.',
        set: prices.priceChangeView(set),
      }
    },
  )
}

/** The specification's words where prices were saved. */
function priceChangeMessage({ state, prices: all }: Pick<prices.IPriceChange, 'state' | 'prices'>): string {
  if (all.some(({ result, risk }) => result === 'pending' && risk))
    return 'An owner has to approve what is held back.'
  if (state === 'planned') return 'The prices are planned.'
  return state === 'refused' ? 'Error updating price' : 'Price updated successfully'
}
