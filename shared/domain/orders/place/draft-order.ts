import { Types } from 'mongoose'
import { toRupees } from '../../../contracts/money.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { IIdempotencyKey } from '../../../platform/idempotency-model.ts'
import type { FoundPlayer } from '../../../providers/suppliers/supplier.ts'
import type { Caller } from '../../accounts/index.ts'
import { findListing, isOnSale, type Listing, pricePaiseFor } from '../../catalogue/index.ts'
import type { Deps } from '../../deps.ts'
import { pointsEarned } from '../../points/index.ts'
import { type PriceTerms, planUnits, priceTerms, purchaseCost } from '../../purchasing/index.ts'
import { latePointsTerms } from '../change/late-points.ts'
import { listingCopy, newOrder, type OrderDraft } from '../model/new-order.ts'
import { needsPlayerCheck, requireVerifiedPlayer, supplierItemIds } from './check-player.ts'
import { requireInputs } from './require-inputs.ts'

/**
 * What a customer orders. The server determines price, delivery and the player's name. `expectedPricePaise`
 * is the price on the customer's page, if the page sent it.
 */
export type OrderRequest = {
  /** The id of the new order; by UPI the same for every try of the request, from a wallet new for each. */
  orderid: string
  productId: string
  itemid: number
  input1: string
  input2: string
  paymentmode: 'upi' | 'wallet'
  key: string
  expectedPricePaise?: number | undefined
  /**
   * `ask`, or the id of the earlier order that the customer has confirmed to order again; without it nothing
   * is confirmed.
   */
  orderAgain?: string | undefined
  /**
   * By UPI: false when the customer has stopped the request, or another try has replaced it. Absent: true.
   */
  isStillWanted?: (() => Promise<boolean>) | undefined
  /** From a wallet: the record of the request's Idempotency-Key, which is part of the order's transaction. */
  keyRecord?: IIdempotencyKey | undefined
}

export type DraftDeps = Pick<Deps, 'clock' | 'env' | 'suppliers' | 'redis' | 'log'>

/**
 * Builds an order without writing it: the listing is read, stock, player and supplier terms are checked, and
 * the price is that of the caller's role.
 * @throws invalid_request for an input against its rule, unknown_application_key, product_not_found, item_not_found, out_of_stock, price_changed, player_*,
 * indonesian_id, price_changed_at_supplier, supplier_fields_changed
 */
export async function draftOrder(
  deps: DraftDeps,
  caller: Caller,
  request: OrderRequest,
): Promise<OrderDraft> {
  if (request.key !== deps.env.APP_KEY) throw new AppError('unknown_application_key', { field: 'key' })
  const listing = await findListing(request)
  if (!listing.product.instock || !isOnSale(listing.item, listing.product))
    throw new AppError('out_of_stock', { field: 'itemid' })
  const pricePaise = pricePaiseFor(listing.item, caller.role)
  requireExpectedPrice(request, pricePaise)
  requireInputs(listing, { input1: request.input1, input2: request.input2 })
  const terms = await priceTermsOf(deps, listing)
  const player = needsPlayerCheck(listing)
    ? await requireVerifiedPlayer(deps, { listing, player: request, terms })
    : undefined
  return buildDraft(deps, caller, { request, listing, pricePaise, terms, player })
}

/** A customer pays only the price that the button showed. @throws price_changed with the current price */
function requireExpectedPrice({ expectedPricePaise }: OrderRequest, pricePaise: number): void {
  if (expectedPricePaise === undefined || expectedPricePaise === pricePaise) return
  throw new AppError('price_changed', {
    field: 'expectedPrice',
    details: { price: String(toRupees(pricePaise)) },
  })
}

/** Undefined for a manual delivery. */
async function priceTermsOf(deps: DraftDeps, listing: Listing): Promise<PriceTerms | undefined> {
  const { product, item } = listing
  const delivery = product.isApi && item.isApi ? deps.suppliers.forApiType(item.apiType) : undefined
  return delivery && priceTerms(deps, delivery, supplierItemIds(listing))
}

type DraftFacts = {
  request: OrderRequest
  listing: Listing
  pricePaise: number
  terms: PriceTerms | undefined
  player: FoundPlayer | undefined
}

function buildDraft(
  deps: DraftDeps,
  caller: Caller,
  { request, listing, pricePaise, terms, player }: DraftFacts,
): OrderDraft {
  const { userid, name, email, mobilenumber, role } = caller
  return newOrder({
    _id: request.orderid,
    at: deps.clock.now(),
    userId: new Types.ObjectId(caller.userId),
    customer: { userid, name, email, mobilenumber, role },
    ...listingCopy(listing),
    input1: request.input1,
    input2: request.input2,
    playerName: player?.username ?? '',
    paymentmode: request.paymentmode,
    pricePaise,
    delivery: terms ? 'instant' : 'manual',
    units: terms ? plannedUnits(request.orderid, { listing, terms, player }) : [],
    points: {
      offered: pointsEarned(deps.env, pricePaise),
      earned: 0,
      revoked: 0,
      ...latePointsTerms(deps.env, pricePaise),
    },
  })
}

function plannedUnits(
  orderid: string,
  { listing, terms, player }: Pick<DraftFacts, 'listing' | 'player'> & { terms: PriceTerms },
) {
  return planUnits(orderid, supplierItemIds(listing), (supplierItemId) => ({
    ...purchaseCost(terms, supplierItemId, player),
    fields: terms.fields,
  }))
}
