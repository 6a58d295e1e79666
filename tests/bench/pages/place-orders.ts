import { randomUUID } from 'node:crypto'
import { login } from '@jhatpat/shared/contracts/accounts.ts'
import { assignOrder, transitionOrder } from '@jhatpat/shared/contracts/admin.ts'
import { processing } from '@jhatpat/shared/contracts/board.ts'
import { itemsOfProduct } from '@jhatpat/shared/contracts/catalogue.ts'
import { createOrder } from '@jhatpat/shared/contracts/orders.ts'
import { createUser, openSession } from '@jhatpat/shared/domain/accounts/index.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { connectMongo, disconnectMongo } from '@jhatpat/shared/platform/mongo.ts'
import type { Stack } from '../../../scripts/launcher/stack.ts'
import { type Person, personOf } from '../../support/person.ts'
import type { OpenOrder } from './open-pages.ts'

export type Orders = {
  all: OpenOrder[]
  /** Pays all of them in the customers' UPI apps. */
  pay(): Promise<void>
  /** Delivers all of them as an admin. */
  complete(): Promise<void>
  close(): void
}

const perCustomer = 10
/** Maximum number of calls at once. */
const atOnce = 10
/** Changes per second: 36,000 an hour. The subject is pages, not how many payments two cores can process. */
const changesPerSecond = 10
/** An order that waits for an admin. */
const wish = {
  product: 'sitara-plus',
  item: 'Premium, 1 month',
  input1: 'page@mail.test',
  input2: '9000000001',
}

/** Places `count` unpaid orders, ten for each customer. */
export async function placeOrders(stack: Stack, count: number): Promise<Orders> {
  const url = stack.apiUrls[0] ?? stack.url
  const body = { email: 'meera@jhatpat.test', password: 'jhatpat-demo-1' }
  const admin = personOf(url, (await personOf(url).call(login, { body })).token)
  const customers = await signUp(stack, url, Math.ceil(count / perCustomer))
  const items = await admin.call(itemsOfProduct, { params: { productId: wish.product } })
  const itemid = items.find(({ name }) => name === wish.item)?.itemid
  if (itemid === undefined) throw new Error(`${wish.product} has no item ${wish.item}`)
  const all = await inSequence(Array.from({ length: count }), async (_, index): Promise<OpenOrder> => {
    const { userid, person } = customers[index % customers.length] as Customer
    const { input1, input2 } = wish
    const order = { itemid, product_id: wish.product, userid, input1, input2, key: 'storefront' }
    const { data } = await person.call(createOrder, {
      body: { ...order, paymentmode: 'upi' },
      idempotencyKey: randomUUID(),
    })
    return { id: data.client_txn_id, customer: person }
  })
  return {
    all,
    pay: async () => {
      await inSequence(
        all,
        atRate(({ id }: OpenOrder) => payAt(stack, id)),
      )
      await untilOnBoard(admin, count)
    },
    complete: async () => {
      const rows = await admin.call(processing)
      const complete = async ({ orderid: id, version }: (typeof rows)[number]) => {
        const assignment = {
          params: { id },
          body: { action: 'assign' as const },
          idempotencyKey: randomUUID(),
        }
        await admin.call(assignOrder, assignment)
        const transition = { to: 'Completed' as const, version }
        await admin.call(transitionOrder, { params: { id }, body: transition, idempotencyKey: randomUUID() })
      }
      await inSequence(rows, atRate(complete))
    },
    close: () => {
      for (const { person } of customers) person.close()
      admin.close()
    },
  }
}

type Customer = { userid: string; person: Person }

/** Directly in the database: hashing fifty passwords a second is not the subject. */
async function signUp(stack: Stack, url: string, count: number): Promise<Customer[]> {
  await connectMongo(String(stack.env.MONGODB_URI), createLogger('pages', 'silent'))
  try {
    return await inSequence(Array.from({ length: count }), async (_, index) => {
      const user = await createUser({
        name: `Page ${index}`,
        email: `page.${index}@mail.test`,
        mobilenumber: String(9_300_000_000 + index),
        password: 'correct horse battery',
        verified: true,
      })
      const { token } = await openSession(user, new Date())
      return { userid: user.userid, person: personOf(url, token) }
    })
  } finally {
    await disconnectMongo()
  }
}

async function payAt(stack: Stack, client_txn_id: string): Promise<void> {
  const response = await fetch(`${stack.simulatorUrl}/control/upigateway`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pay: { client_txn_id } }),
  })
  if (!response.ok) throw new Error(`${client_txn_id} could not be paid: ${await response.text()}`)
}

async function untilOnBoard(admin: Person, count: number): Promise<void> {
  const deadline = Date.now() + 120_000
  while (Date.now() < deadline) {
    if ((await admin.call(processing)).length >= count) return
    await new Promise((done) => setTimeout(done, 500))
  }
  throw new Error(`not all ${count} orders were on the board after 2 minutes`)
}

/** Each begins in its turn from now on, however quick the previous one was. */
function atRate<T>(act: (one: T) => Promise<void>): (one: T, index: number) => Promise<void> {
  const begun = performance.now()
  return async (one, index) => {
    const early = begun + (index * 1_000) / changesPerSecond - performance.now()
    if (early > 0) await new Promise((done) => setTimeout(done, early))
    await act(one)
  }
}

/** Runs an action for each element, a limited number at once. */
async function inSequence<T, R>(all: readonly T[], act: (one: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const work = async () => {
    for (let index = next++; index < all.length; index = next++) {
      results[index] = await act(all[index] as T, index)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}
