import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiError } from '@jhatpat/shared/contracts/client.ts'
import type { createOrder, Order } from '@jhatpat/shared/contracts/orders.ts'
import * as orders from '@jhatpat/shared/contracts/orders.ts'
import type { BodyInputOf } from '@jhatpat/shared/contracts/route.ts'
import * as wallet from '@jhatpat/shared/contracts/wallet.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Listing } from '@jhatpat/shared/domain/catalogue/index.ts'
import { ledgerAccounts, postEntries } from '@jhatpat/shared/domain/wallet/index.ts'
import { istDay } from '@jhatpat/shared/platform/clock.ts'
import { inTransaction } from '@jhatpat/shared/platform/mongo.ts'
import type { SupplierVendorName } from '@jhatpat/shared/providers/vendors.ts'
import { isSoldTo } from './is-sold-to.ts'
import type { Person } from './person.ts'
import type { Service } from './service-harness.ts'

type Body = BodyInputOf<typeof createOrder>

/** The body of an order for one item of the test shop. */
export function orderBody(user: IUser, { product, item }: Listing, more: Partial<Body> = {}): Body {
  return {
    itemid: item._id,
    product_id: String(product._id),
    userid: user.userid,
    input1: '123456789',
    input2: '1234',
    paymentmode: 'upi',
    key: 'storefront',
    ...more,
  }
}

/** Places an order and returns its id. */
export async function buy(person: Person, body: Body, idempotencyKey = randomUUID()): Promise<string> {
  if (body.paymentmode === 'wallet') {
    return (await person.call(orders.createWalletOrder, { body, idempotencyKey })).client_txn_id
  }
  return (await person.call(orders.createOrder, { body, idempotencyKey })).data.client_txn_id
}

/** Starts a top-up of `value` rupees and returns its id. */
export async function startTopUp(person: Person, user: IUser, value: number): Promise<string> {
  const body = { value, userid: user.userid }
  const { data } = await person.call(wallet.topUp, { body, idempotencyKey: randomUUID() })
  return data.client_txn_id
}

/** Credits a wallet, through the ledger like all money. */
export async function giveMoney(user: IUser, paise: number): Promise<void> {
  const postings = [
    { account: ledgerAccounts.adjustments, amountPaise: -paise },
    { account: ledgerAccounts.wallet(user._id), amountPaise: paise },
  ]
  await inTransaction((session) =>
    postEntries(session, [{ kind: 'adjustment', ref: randomUUID(), postings }], new Date()),
  )
}

/** Pays in the payer's UPI app: the requested amount, or `amount` rupees. */
export async function pay(
  service: Pick<Service, 'simulators'>,
  client_txn_id: string,
  amount?: string,
): Promise<void> {
  const payment = { client_txn_id, ...(amount === undefined ? {} : { amount }) }
  await service.simulators.control('upigateway', { pay: payment })
}

/** The order as its customer's calls return it. */
export async function look(person: Person, clientTxnId: string): Promise<Order> {
  const body = { client_txn_id: clientTxnId, date: istDay(new Date()), key: 'storefront' }
  return (await person.call(orders.orderStatus, { body })).order
}

/** Waits until the order has this status and returns it. */
export function ends(person: Person, clientTxnId: string, status: Order['status']): Promise<Order> {
  return until(
    () => look(person, clientTxnId),
    (order) => order.status === status,
  )
}

/** Rupees in the person's wallet, as their call returns it. */
export async function balanceOf(person: Person, user: IUser): Promise<number> {
  return (await person.call(wallet.walletBalance, { params: { userid: user.userid } })).balance
}

/** What a supplier sold to a player, by the simulator's own journal. */
export function soldTo(service: Pick<Service, 'simulators'>, vendor: SupplierVendorName, playerId: string) {
  return service.simulators.journal(vendor).filter(isSoldTo(vendor, playerId))
}

/** The error that a call is answered with; fails when the call succeeds. */
export function refusalOf(call: Promise<unknown>): Promise<ApiError> {
  return call.then(
    (reply) => {
      throw new Error(`was not refused: ${JSON.stringify(reply)}`)
    },
    (error: unknown) => error as ApiError,
  )
}

/** Waits until a condition holds, for at most 15 s; the error contains the last value. */
export async function until<T>(
  see: () => Promise<T>,
  isSo: (seen: T) => boolean,
  limitMs = 15_000,
): Promise<T> {
  const end = Date.now() + limitMs
  let seen = await see()
  while (!isSo(seen)) {
    if (Date.now() > end) throw new Error(`still not so after ${limitMs} ms: ${JSON.stringify(seen)}`)
    await sleep(25)
    seen = await see()
  }
  return seen
}
