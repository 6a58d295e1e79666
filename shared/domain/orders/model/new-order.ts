import { noTask } from '../../../platform/due-tasks.ts'
import type { Listing } from '../../catalogue/index.ts'
import type { OrderDoc } from './order-model.ts'

/** What an order is about. `at`: when it was placed. */
export type OrderFacts = Pick<
  OrderDoc,
  | '_id'
  | 'userId'
  | 'customer'
  | 'product'
  | 'item'
  | 'category'
  | 'input1'
  | 'input2'
  | 'playerName'
  | 'paymentmode'
  | 'pricePaise'
  | 'delivery'
  | 'units'
  | 'points'
> & { at: Date }

/** An order without the fields that depend on how it is paid. */
export type OrderDraft = Omit<OrderDoc, 'status' | 'payment' | 'history' | 'processingAt' | 'pendingReason'>

/** Pure. A new order: its facts, and the first value of every field that changes later. */
export function newOrder({ at, ...facts }: OrderFacts): OrderDraft {
  return {
    ...facts,
    version: 1,
    revision: 1,
    reason: '',
    assignee: null,
    pendingCompletion: null,
    walletTxnId: '',
    creditedPaise: 0,
    partlyRefundedPaise: 0,
    completedAt: null,
    ended: null,
    changes: [],
    staffActions: [],
    notes: [],
    supplierConflicts: [],
    hasSupplierConflict: false,
    vault: [],
    ticket: null,
    lateOffer: null,
    hold: null,
    redeliveryOf: '',
    redelivery: null,
    givenUpAt: null,
    notifications: [],
    due: { payment: noTask(), fulfil: noTask(), notify: noTask(), completion: noTask(), sweepCount: 0 },
    createdAt: at,
    updatedAt: at,
  }
}

/** What an order copies of its listing: later changes of the catalogue do not change it. */
export const listingCopy = ({
  product,
  item,
}: Listing): Pick<OrderFacts, 'product' | 'item' | 'category'> => ({
  product: {
    productid: product._id,
    name: product.name,
    imgpath: product.imgpath,
    labels: product.inputs.map((input) => input.label),
  },
  item: { itemid: item._id, name: item.name, imgpath: item.imgpath, apiType: item.apiType },
  category: product.category,
})
