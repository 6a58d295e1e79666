import { Types } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import { noWork } from '../../platform/due.ts'
import type { Caller } from '../accounts/index.ts'
import { findOffer, type Offer, pricePaiseFor } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import { planUnits } from '../fulfilment/index.ts'
import { needsPlayerCheck, requireGoodPlayer, supplierItemIds } from './check-player.ts'
import type { OrderDoc } from './order-model.ts'

/** What a customer asks for. Price, delivery and the player's name are not among it: the server finds them. */
export type OrderRequest = {
  /** The new order's id, the same for every try of the same request. */
  orderid: string
  productId: string
  itemid: number
  input1: string
  input2: string
  paymentmode: 'upi' | 'wallet'
  key: string
}

export type DraftDeps = Pick<Deps, 'clock' | 'env' | 'suppliers' | 'redis' | 'log'>

/** The fields that both ways to pay set differently. */
export type OrderDraft = Omit<OrderDoc, 'status' | 'payment' | 'history' | 'processingAt' | 'attention'>

/**
 * An order as it would be, nothing written yet: the offer looked up, stock and player checked, priced for the
 * caller's role.
 * @throws wrong_application_key, product_not_found, item_not_found, out_of_stock, player_*, indonesian_id
 */
export async function draftOrder(
  deps: DraftDeps,
  caller: Caller,
  request: OrderRequest,
): Promise<OrderDraft> {
  if (request.key !== deps.env.APP_KEY) throw new AppError('wrong_application_key', { field: 'key' })
  const offer = await findOffer(request)
  if (!offer.product.instock || !offer.item.inStock) throw new AppError('out_of_stock', { field: 'itemid' })
  const player = { userId: request.input1, zoneId: request.input2 }
  const playerName = needsPlayerCheck(offer) ? await requireGoodPlayer(deps, offer, player) : ''
  return build(deps, caller, { request, offer, playerName })
}

type Found = { request: OrderRequest; offer: Offer; playerName: string }

function build(deps: DraftDeps, caller: Caller, { request, offer, playerName }: Found): OrderDraft {
  const now = deps.clock.now()
  const { product, item } = offer
  const byApi = product.isApi && item.isApi && deps.suppliers.forApiType(item.apiType) !== undefined
  const { userid, name, email, mobilenumber, role } = caller
  return {
    _id: request.orderid,
    userId: new Types.ObjectId(caller.userId),
    customer: { userid, name, email, mobilenumber, role },
    product: {
      productid: product._id,
      name: product.name,
      imgpath: product.imgpath,
      labels: product.inputs.map((input) => input.label),
    },
    item: { itemid: item._id, name: item.name, imgpath: item.imgpath, apiType: item.apiType },
    input1: request.input1,
    input2: request.input2,
    playerName,
    paymentmode: request.paymentmode,
    pricePaise: pricePaiseFor(item, caller.role),
    version: 1,
    revision: 1,
    reason: '',
    delivery: byApi ? 'instant' : 'by_hand',
    units: byApi ? planUnits(request.orderid, supplierItemIds(offer)) : [],
    claim: null,
    walletTxnId: '',
    creditedPaise: 0,
    sharePaise: 0,
    due: { payment: noWork(), fulfil: noWork(), notify: noWork(), swept: 0 },
    createdAt: now,
    updatedAt: now,
  }
}
