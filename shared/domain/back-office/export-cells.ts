import type { OrderDoc } from '../orders/index.ts'
import type { WalletTransactionDoc } from '../wallet/index.ts'
import type { Cell } from './csv.ts'

export const orderHeadings = [
  'Order',
  'Product',
  'Item',
  'Player',
  'Second input',
  'Player name',
  'Customer',
  'Email',
  'Mobile number',
  'Amount (INR)',
  'Payment',
  'Status',
  'Reason',
  'Placed (IST)',
  'Delivered (IST)',
  'Reference',
  'Supplier order',
]

export const orderCells = (order: OrderDoc): Cell[] => [
  order._id,
  order.product.name,
  order.item.name,
  order.input1,
  order.input2,
  order.playerName,
  order.customer.name,
  order.customer.email,
  order.customer.mobilenumber,
  { paise: order.pricePaise },
  order.paymentmode,
  order.status,
  order.reason,
  order.createdAt,
  order.completedAt,
  order.walletTxnId || order.payment?.captures[0]?.bankReference,
  order.units.flatMap(({ supplierOrderId }) => supplierOrderId || []).join(' '),
]

export const walletHeadings = [
  'Id',
  'Type',
  'Status',
  'Amount (INR)',
  'Balance after (INR)',
  'Order',
  'User',
  'Email',
  'Mobile number',
  'Placed (IST)',
  'Reference',
  'For',
]

export const walletCells = (transaction: WalletTransactionDoc): Cell[] => [
  transaction._id,
  transaction.kind === 'refund' ? 'Refunded' : transaction.amountPaise < 0 ? 'Debit' : 'Credit',
  transaction.status,
  { paise: transaction.amountPaise },
  transaction.after && { paise: transaction.after.balancePaise },
  transaction.orderid,
  transaction.customer.name,
  transaction.customer.email,
  transaction.customer.mobilenumber,
  transaction.createdAt,
  transaction.payment?.captures[0]?.bankReference,
  transaction.note,
]
