import { randomUUID } from 'node:crypto'
import { type BrowserUser, login } from '@jhatpat/shared/contracts/accounts.ts'
import { itemsOfProduct } from '@jhatpat/shared/contracts/catalogue.ts'
import * as orders from '@jhatpat/shared/contracts/orders.ts'
import { walletBalance } from '@jhatpat/shared/contracts/wallet.ts'
import type { SupplierVendorName } from '@jhatpat/shared/providers/vendors.ts'
import { isSoldTo } from '../../tests/support/is-sold-to.ts'
import { type Person, personOf } from '../../tests/support/person.ts'
import type { Stack } from '../launcher/stack.ts'

export type Wish = {
  product: string
  item: string
  input1: string
  input2: string
  paymentmode: 'upi' | 'wallet'
}

/** An alternative connection to the shop, such as one that can be broken. */
type Way = Pick<Person, 'call'>

/**
 * The demo's customer and admin, and two actions outside the shop: paying, and reading which player a
 * purchase was for.
 */
export type Shop = {
  /** The port of the customer's calls. */
  port: number
  customer: Person
  user: BrowserUser
  admin: Person
  /** Places an order and returns its id. */
  buy(wish: Wish, idempotencyKey?: string, way?: Way): Promise<string>
  pay(clientTxnId: string): Promise<void>
  balance(): Promise<number>
  /** Number of supplier orders delivered to a player. */
  delivered(vendor: SupplierVendorName, playerId: string): Promise<number>
  set(vendor: string, command: Record<string, unknown>): Promise<void>
  close(): void
}

/** Addresses of a running shop. */
type Address = Pick<Stack, 'url' | 'apiUrls' | 'simulatorUrl'>

export async function openShop(stack: Address): Promise<Shop> {
  const origin = stack.apiUrls[0] ?? stack.url
  const customer = await signIn(origin, 'asha@jhatpat.test')
  const admin = await signIn(origin, 'meera@jhatpat.test')
  const set = (vendor: string, command: Record<string, unknown>) => control(stack, vendor, command)
  return {
    port: Number(new URL(origin).port),
    customer: customer.person,
    user: customer.user,
    admin: admin.person,
    buy: (wish, idempotencyKey = randomUUID(), way = customer.person) =>
      place({ person: way, user: customer.user }, wish, idempotencyKey),
    pay: (client_txn_id) => set('upigateway', { pay: { client_txn_id } }),
    balance: async () =>
      (await customer.person.call(walletBalance, { params: { userid: customer.user.userid } })).balance,
    delivered: (vendor, playerId) => countDelivered(stack, vendor, playerId),
    set,
    close: () => {
      customer.person.close()
      admin.person.close()
    },
  }
}

type SignedIn = { person: Person; user: BrowserUser }

async function signIn(origin: string, email: string): Promise<SignedIn> {
  const { token, user } = await personOf(origin).call(login, { body: { email, password: 'jhatpat-demo-1' } })
  return { person: personOf(origin, token), user }
}

type Buyer = { person: Way; user: BrowserUser }

async function place({ person, user }: Buyer, wish: Wish, idempotencyKey: string): Promise<string> {
  const items = await person.call(itemsOfProduct, { params: { productId: wish.product } })
  const item = items.find((one) => one.name === wish.item)
  if (!item) throw new Error(`${wish.product} has no item ${wish.item}`)
  const { input1, input2, paymentmode } = wish
  const body = { itemid: item.itemid, product_id: wish.product, userid: user.userid, key: 'storefront' }
  const call = { body: { ...body, input1, input2, paymentmode }, idempotencyKey }
  if (paymentmode === 'wallet') return (await person.call(orders.createWalletOrder, call)).client_txn_id
  return (await person.call(orders.createOrder, call)).data.client_txn_id
}

async function control(stack: Address, vendor: string, command: Record<string, unknown>): Promise<void> {
  const response = await fetch(`${stack.simulatorUrl}/control/${vendor}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(command),
  })
  if (!response.ok)
    throw new Error(`the ${vendor} simulator refused ${JSON.stringify(command)}: ${await response.text()}`)
}

async function countDelivered(stack: Address, vendor: SupplierVendorName, playerId: string): Promise<number> {
  const response = await fetch(`${stack.simulatorUrl}/control/${vendor}/journal`)
  const entries = (await response.json()) as { kind?: string }[]
  return entries.filter(isSoldTo(vendor, playerId)).length
}
