import { randomUUID } from 'node:crypto'
import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import * as orders from '@jhatpat/shared/contracts/orders.ts'
import * as wallet from '@jhatpat/shared/contracts/wallet.ts'
import { type Person, personOf } from '../../support/person.ts'
import type { FaultEnvironment } from '../environment/environment.ts'
import type { Account } from '../environment/seed-shop.ts'
import { sleep } from '../environment/wait.ts'
import type { OrderWish, TopUpWish, Wish } from './plan.ts'

/** One request and its result: an HTTP status, or 0 without a reply. */
export type Attempt = { at: number; ms: number; status: number; code: string; api: number }

/**
 * What a customer requested and received. `id` is set once the shop acknowledged; `refused` once it
 * refused.
 */
export type CustomerRequest = {
  wish: Wish
  key: string
  attempts: Attempt[]
  ids: string[]
  acknowledgedAt?: number
  refused?: string
  gaveUp?: true
}

const answerWithinMs = 8_000
const giveUpAfterMs = 75_000

/**
 * Sends the request like a patient customer's browser: again under the same Idempotency-Key until there is
 * an answer.
 */
export async function ask(environment: FaultEnvironment, wish: Wish): Promise<CustomerRequest> {
  const request: CustomerRequest = { wish, key: randomUUID(), attempts: [], ids: [] }
  const copies = wish.kind === 'order' ? wish.copies : 1
  await Promise.all(Array.from({ length: copies }, (_, copy) => insist(environment, request, copy)))
  return request
}

async function insist(environment: FaultEnvironment, asked: CustomerRequest, copy: number): Promise<void> {
  const account = environment.shop.customers[asked.wish.customer]!
  const deadline = Date.now() + giveUpAfterMs
  for (let tries = copy; Date.now() < deadline; tries += 1) {
    const api = (asked.wish.index + tries) % environment.apiUrls.length
    if (await tryOnce(environment, asked, { api, account })) return
    await sleep(250)
  }
  asked.gaveUp = true
}

/** @returns whether the answer was final */
async function tryOnce(
  environment: FaultEnvironment,
  asked: CustomerRequest,
  from: { api: number; account: Account },
): Promise<boolean> {
  const at = Date.now()
  const recordAttempt = (status: number, code: string) =>
    asked.attempts.push({ at, ms: Date.now() - at, status, code, api: from.api })
  try {
    const person = personOf(environment.apiUrls[from.api]!, from.account.token)
    const id = await send(person, environment, { asked, account: from.account })
    recordAttempt(200, '')
    asked.ids.push(id)
    asked.acknowledgedAt ??= Date.now()
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) {
      recordAttempt(0, error instanceof Error ? error.name : String(error))
      return false
    }
    recordAttempt(error.status, error.code)
    if (error.status >= 500 || error.status === 429 || error.code === 'idempotency_in_flight') return false
    asked.refused = error.code
    return true
  }
}

type Sending = { asked: CustomerRequest; account: Account }

async function send(
  person: Person,
  environment: FaultEnvironment,
  { asked, account }: Sending,
): Promise<string> {
  const more = { idempotencyKey: asked.key, signal: AbortSignal.timeout(answerWithinMs) }
  const { wish } = asked
  if (wish.kind === 'topup') {
    const body = topUpBody(wish, account)
    return (await person.call(wallet.topUp, { body, ...more })).data.client_txn_id
  }
  const body = orderBody(environment, wish, account)
  if (body.paymentmode === 'wallet')
    return (await person.call(orders.createWalletOrder, { body, ...more })).client_txn_id
  return (await person.call(orders.createOrder, { body, ...more })).data.client_txn_id
}

const topUpBody = (wish: TopUpWish, { userid }: Account) => ({ value: wish.rupees, userid })

function orderBody(environment: FaultEnvironment, wish: OrderWish, { userid }: Account) {
  const { product, item } = environment.shop.listings[wish.listing]
  return {
    itemid: item._id,
    product_id: String(product._id),
    userid,
    input1: wish.player,
    input2: wish.listing === 'crystals' ? 'Asia' : '2001',
    paymentmode: wish.paying === 'wallet' ? ('wallet' as const) : ('upi' as const),
    key: 'storefront',
  }
}
