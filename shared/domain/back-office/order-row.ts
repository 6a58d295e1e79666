import type { OrderRow } from '../../contracts/admin-lists.ts'
import { toRupees } from '../../contracts/money.ts'
import { isAllowed, type StaffMember } from '../../contracts/permissions.ts'
import type { OrderDoc } from '../orders/index.ts'

/** The fields of an order that a row shows; its history and payment checks are not read. */
export const orderRowFields = {
  _id: 1,
  userId: 1,
  customer: 1,
  'product.name': 1,
  'item.name': 1,
  'item.imgpath': 1,
  input1: 1,
  input2: 1,
  playerName: 1,
  paymentmode: 1,
  pricePaise: 1,
  status: 1,
  reason: 1,
  walletTxnId: 1,
  'payment.captures.bankReference': 1,
  'units.supplierOrderId': 1,
  completedAt: 1,
  createdAt: 1,
  updatedAt: 1,
} as const

type RowField =
  | '_id'
  | 'userId'
  | 'customer'
  | 'product'
  | 'item'
  | 'input1'
  | 'input2'
  | 'playerName'
  | 'paymentmode'
  | 'pricePaise'
  | 'status'
  | 'reason'
  | 'walletTxnId'
  | 'payment'
  | 'units'
  | 'completedAt'
  | 'createdAt'
  | 'updatedAt'

/** Makes rows of orders; without `customers.view` they have no e-mail address and no mobile number. */
export function orderRowFor(reader: StaffMember) {
  const maySee = isAllowed(reader, 'customers.view')
  return (order: Pick<OrderDoc, RowField>): OrderRow => {
    const row = orderRow(order)
    return maySee ? row : { ...row, useremail: '', customer: { ...row.customer, mobilenumber: '' } }
  }
}

export function orderRow(order: Pick<OrderDoc, RowField>): OrderRow {
  const { userid, name, email, mobilenumber } = order.customer
  return {
    _id: order._id,
    orderid: order._id,
    itemname: order.item.name,
    itemimg: order.item.imgpath,
    productname: order.product.name,
    status: order.status,
    reason: order.reason,
    input1: order.input1,
    input2: order.input2,
    username: order.playerName,
    value: toRupees(order.pricePaise),
    paymentmode: order.paymentmode,
    customer: { _id: String(order.userId), userid, name, mobilenumber },
    useremail: email,
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
    transactionid: order.walletTxnId || order.payment?.captures[0]?.bankReference || '',
    supplierorders: order.units.flatMap(({ supplierOrderId }) => supplierOrderId || []),
    completedAt: order.completedAt?.toISOString() ?? '',
  }
}
