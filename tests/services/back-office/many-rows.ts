import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { type WalletTransactionDoc, WalletTransactionModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { buy, orderBody, startTopUp } from '../../support/buying.ts'
import type { Person } from '../../support/person.ts'
import { insertShop } from '../../support/shop.ts'

export const total = 10_000
const newest = Date.parse('2026-11-21T20:00:00Z')
const minuteMs = 60_000

/** Of a hundred orders one was cancelled: rare values must not be searched among all others. */
const statusOf = (index: number) =>
  index % 100 === 99
    ? 'Cancelled'
    : (['Completed', 'Completed', 'Refunded', 'Processing', 'Failed', 'Created'] as const)[index % 6]

const wallet = [
  { kind: 'topup', status: 'Success', amountPaise: 50_000 },
  { kind: 'topup', status: 'Created', amountPaise: 10_000 },
  { kind: 'order_debit', status: 'Success', amountPaise: -34_500 },
  { kind: 'refund', status: 'Success', amountPaise: 34_500 },
  { kind: 'topup', status: 'Failed', amountPaise: 20_000 },
  { kind: 'adjustment', status: 'Success', amountPaise: -100 },
  { kind: 'topup', status: 'Processing', amountPaise: 10_000 },
  { kind: 'points', status: 'Success', amountPaise: 700 },
] as const

export const orderId = (index: number) => `JP2611AA${String(index).padStart(6, '0')}`
export const transactionId = (index: number) => `JT2611AA${String(index).padStart(6, '0')}`

/** Ten thousand orders and as many wallet transactions, one a minute, three with each time. */
export async function insertManyRows(person: Person, user: IUser): Promise<void> {
  const shop = await insertShop()
  const id = await buy(person, orderBody(user, shop.manual))
  const sample = (await OrderModel.findById(id).lean<OrderDoc>())!
  await OrderModel.deleteOne({ _id: id })
  const txnid = await startTopUp(person, user, 1)
  const template = (await WalletTransactionModel.findById(txnid).lean<WalletTransactionDoc>())!
  await WalletTransactionModel.deleteOne({ _id: txnid })
  const rows = Array.from({ length: total }, (_, index) => index)
  const at = (index: number) => new Date(newest - Math.floor(index / 3) * minuteMs)
  await OrderModel.collection.insertMany(
    rows.map((index) => ({
      ...sample,
      _id: orderId(index),
      status: statusOf(index),
      createdAt: at(index),
      input1: index === 7_777 ? '5123998877' : `player${index % 500}`,
      paymentmode: index % 10 < 7 ? 'upi' : 'wallet',
      pricePaise: 1_000 + (index % 200) * 500,
    })) as never,
  )
  await WalletTransactionModel.collection.insertMany(
    rows.map((index) => ({
      ...template,
      _id: transactionId(index),
      createdAt: at(index),
      ...wallet[index % 8],
      orderid: index % 8 === 2 ? orderId(index) : '',
    })) as never,
  )
}
