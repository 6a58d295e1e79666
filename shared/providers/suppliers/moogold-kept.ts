import type { LoggedFields } from '../vendor-call.ts'
import type { UnitOrder } from './supplier.ts'

/** Never `item`, in which the codes of an e-voucher lie. */
const answer = {
  ids: ['err_code', 'data.err_code', 'order_id', 'account_details.order_id', 'partner_order_id'],
  words: ['status', 'order_status', 'err_message', 'data.err_message'],
}

/** What may be kept of a purchase and its answer. */
export const loggedOrderFields = ({ unitRef, supplierItemId, account }: UnitOrder): LoggedFields => ({
  ...{ ref: unitRef, isAct: true },
  asked: { partnerOrderId: unitRef, 'product-id': supplierItemId, ...account },
  ...answer,
})

/** What may be kept of a look-up and its answer. */
export const loggedLookupFields = (
  ref: string,
  asked: { partner_order_id: string } | { order_id: string },
): LoggedFields => ({
  ...{ ref, asked },
  ...answer,
})
