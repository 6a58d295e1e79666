import * as floorCalls from '@jhatpat/shared/contracts/price-floors.ts'
import * as calls from '@jhatpat/shared/contracts/price-sets.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import * as prices from '@jhatpat/shared/domain/prices/index.ts'
import { authorOf } from '../author-of.ts'
import type { Mount } from '../http/mount.ts'
import { priceAuthorOf } from '../price-author-of.ts'

export function mountPrices(mount: Mount, deps: Pick<Deps, 'clock' | 'env' | 'queues' | 'publisher'>): void {
  mount(floorCalls.priceFloors, () => prices.readFloors(deps))

  mount(floorCalls.savePriceFloors, ({ caller, body, ip }) =>
    prices.saveFloors(deps, authorOf(caller, ip), body),
  )

  mount(calls.priceSets, ({ query }) => prices.listPriceSets(query))

  mount(
    calls.createPriceSet,
    async ({ caller, body: { applyAt, ...body }, ip, reference, priceConfirmed }) => {
      const set = await prices.planPrices(deps, priceAuthorOf({ caller, ip, priceConfirmed }), {
        ...{ id: reference('JC'), ...body },
        ...(applyAt === undefined ? {} : { applyAt: new Date(applyAt) }),
      })
      return { message: said(set), set: prices.priceSetView(set) }
    },
  )

  mount(calls.cancelPriceSet, async ({ caller, params, ip }) => {
    const set = await prices.cancelPrices(deps, authorOf(caller, ip), params.id)
    return { message: 'The planned prices are cancelled.', set: prices.priceSetView(set) }
  })

  mount(calls.previewRollBack, async ({ params }) => ({
    prices: (await prices.previewBack(params.id)).map(prices.priceBackView),
  }))

  mount(
    calls.rollBackPriceSet,
    async ({ caller, params: { id }, body: { reason }, ip, reference, priceConfirmed }) => {
      const back = { id, newId: reference('JC'), reason }
      const set = await prices.rollBackPrices(deps, priceAuthorOf({ caller, ip, priceConfirmed }), back)
      return { message: said(set), set: prices.priceSetView(set) }
    },
  )

  mount(
    calls.answerHeldPrices,
    async ({ caller, params: { id }, body: { apply }, ip, reference, priceConfirmed }) => {
      const answer = { id, newId: reference('JC'), apply }
      const set = await prices.answerHeld(deps, priceAuthorOf({ caller, ip, priceConfirmed }), answer)
      return { message: apply ? said(set) : 'They stay as they are.', set: prices.priceSetView(set) }
    },
  )
}

/** The specification's words where prices were saved. */
function said({ state, prices: all }: Pick<prices.IPriceSet, 'state' | 'prices'>): string {
  if (all.some(({ result, risk }) => result === 'held' && risk))
    return 'An owner has to approve what is held back.'
  if (state === 'planned') return 'The prices are planned.'
  return state === 'refused' ? 'Error updating price' : 'Price updated successfully'
}
