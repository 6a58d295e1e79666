import { randomUUID } from 'node:crypto'
import { login } from '@jhatpat/shared/contracts/accounts.ts'
import { homeProducts, itemsOfProduct } from '@jhatpat/shared/contracts/catalogue.ts'
import { checkId, createOrder } from '@jhatpat/shared/contracts/orders.ts'
import { paymentPage } from '@jhatpat/shared/contracts/payment-page.ts'
import type { AnyRoute, BodyInputOf, ResultOf } from '@jhatpat/shared/contracts/route.ts'
import { certificateExpiry } from './certificate.ts'

/** What a customer does to buy. Each step needs those before it. */
export const probeSteps = ['home', 'product', 'player', 'payment'] as const
export type ProbeStep = (typeof probeSteps)[number]

export type ProbeTarget = {
  url: string
  product: string
  item: number
  /** The player's id and zone, as a customer enters them. */
  player: readonly [string, string]
  email: string
  password: string
  appKey: string
}

export type StepResult = { step: ProbeStep; isOk: boolean; tookMs: number; fault: string }

export type ProbeResult = {
  at: Date
  /** Up to the first that failed. */
  steps: StepResult[]
  /** Of the shop's own address; undefined without TLS, or where none was received. */
  certificateExpiresAt: Date | undefined
}

/** What a probe keeps from one run to the next, so that it neither signs in nor orders each minute. */
export type ProbeMemory = {
  session?: { token: string; userid: string }
  order?: { id: string; paymentUrl: string; placedAt: number }
  /** Of an order whose answer is missing: the next run asks for the same order. */
  idempotencyKey?: string
}

/** Longer than a customer waits. */
const stepTimeoutMs = 10_000

/**
 * Only a new order shows that the gateway still creates payments. Each can be paid for half an hour (PAYMENT_WINDOW_MS),
 * so that three or four are unpaid at a time, and MAX_UNPAID is 10.
 */
const orderAgainMs = 10 * 60_000

/** Does each step as a customer from outside. Never throws. The order is never paid. */
export async function probeShop(target: ProbeTarget, memory: ProbeMemory): Promise<ProbeResult> {
  const run: Record<ProbeStep, () => Promise<void>> = {
    home: () => openHome(target),
    product: () => openProduct(target),
    player: () => checkPlayer(target),
    payment: () => openPayment(target, memory),
  }
  const steps: StepResult[] = []
  for (const step of probeSteps) {
    const result = await timed(step, run[step])
    steps.push(result)
    if (!result.isOk) break
  }
  return {
    at: new Date(),
    steps,
    certificateExpiresAt: await certificateExpiry(target.url, stepTimeoutMs).catch(() => undefined),
  }
}

async function timed(step: ProbeStep, run: () => Promise<void>): Promise<StepResult> {
  const begunAt = performance.now()
  const fault = await run().then(
    () => '',
    (error: unknown) => faultText(error),
  )
  return { step, isOk: fault === '', tookMs: Math.round(performance.now() - begunAt), fault }
}

function faultText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}

async function openHome({ url }: ProbeTarget): Promise<void> {
  const page = await (await get(new URL('/', url))).text()
  if (!page.includes('</html>')) throw new Error('the page is not complete')
  const { games, instantGames, ott, others } = await call(url, homeProducts, {})
  if ([games, instantGames, ott, others].flat().length === 0) throw new Error('no product is on sale')
}

async function openProduct({ url, product, item }: ProbeTarget): Promise<void> {
  await open(new URL(`/product/${encodeURIComponent(product)}`, url))
  const items = await call(url, itemsOfProduct, { params: { productId: product } })
  const found = items.find(({ itemid }) => itemid === item)
  if (!found) throw new Error(`item ${item} is not listed`)
  if (!found.inStock) throw new Error(`item ${item} is out of stock`)
}

async function checkPlayer({ url, product, item, player: [userid, zoneid] }: ProbeTarget): Promise<void> {
  const body = { userid, zoneid, selectedProduct: product, selectedItem: item }
  const { username, message } = await call(url, checkId, { body })
  if (username === '') throw new Error(message)
}

/** The page itself opens also when the gateway has given no link, so that its call is asked. */
async function openPayment(target: ProbeTarget, memory: ProbeMemory): Promise<void> {
  if (!memory.order || Date.now() - memory.order.placedAt > orderAgainMs) delete memory.order
  const session = await signedIn(target, memory)
  memory.order ??= await placeOrder(target, memory)
  const { id, paymentUrl } = memory.order
  await open(new URL(paymentUrl, target.url))
  const route = { params: { client_txn_id: id }, token: session.token }
  const page = await call(target.url, paymentPage, route).catch(forgetSession(memory))
  if (page.status === 'created' && page.waitingFor === 'payer' && (page.upi || page.gatewayUrl)) return
  // An order that cannot be paid any more is replaced by the next run.
  if (page.status !== 'created') delete memory.order
  throw new Error(
    page.status === 'created' ? 'the gateway has given no payment link' : `the payment is ${page.status}`,
  )
}

/**
 * An order whose answer is lost may exist: the key stays, and the next run gets that order. A refusal has made none, and
 * would be repeated under its key.
 */
async function placeOrder(target: ProbeTarget, memory: ProbeMemory) {
  const { url, product, item, player, appKey } = target
  const { token, userid } = await signedIn(target, memory)
  const [input1, input2] = player
  const body = {
    itemid: item,
    product_id: product,
    userid,
    input1,
    input2,
    paymentmode: 'upi' as const,
    key: appKey,
  }
  memory.idempotencyKey ??= randomUUID()
  const { idempotencyKey } = memory
  const { data } = await call(url, createOrder, { body, token, idempotencyKey }).catch((error: unknown) => {
    if (error instanceof RefusedCall && error.isFinal) delete memory.idempotencyKey
    return forgetSession(memory)(error)
  })
  delete memory.idempotencyKey
  return { id: data.client_txn_id, paymentUrl: data.payment_url, placedAt: Date.now() }
}

/** A session that has expired or was revoked: the next run signs in again. */
const forgetSession = (memory: ProbeMemory) => (error: unknown) => {
  if (error instanceof RefusedCall && error.status === 401) delete memory.session
  throw error
}

async function signedIn(target: ProbeTarget, memory: ProbeMemory) {
  memory.session ??= await signIn(target)
  return memory.session
}

async function signIn({ url, email, password }: ProbeTarget) {
  const { token, user } = await call(url, login, { body: { email, password } })
  return { token, userid: user.userid }
}

/** @throws unless the answer is a success */
async function get(url: URL): Promise<Response> {
  const response = await fetch(url, { signal: AbortSignal.timeout(stepTimeoutMs) })
  if (response.ok) return response
  await response.body?.cancel()
  throw new Error(`${url.pathname} answered ${response.status}`)
}

/** Without its body. */
async function open(url: URL): Promise<void> {
  const { body } = await get(url)
  await body?.cancel()
}

type CallInput<R extends AnyRoute> = {
  params?: Record<string, string>
  body?: BodyInputOf<R>
  token?: string
  idempotencyKey?: string
}

/** A call that was answered by an error; `code` is the shop's own, '' in a proxy's answer. */
class RefusedCall extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }

  /** Whether the shop has decided: it made nothing, and the same call would be answered in the same way. */
  get isFinal(): boolean {
    const mayPass = this.status >= 500 || this.status === 401 || this.status === 429
    return this.code !== '' && this.code !== 'idempotency_in_flight' && !mayPass
  }
}

/** @throws with the shop's own sentence when the call is refused, or when the answer does not fit its contract */
async function call<R extends AnyRoute>(url: string, route: R, input: CallInput<R>): Promise<ResultOf<R>> {
  const { params = {}, body, token, idempotencyKey } = input
  const path = route.path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''))
  const response = await fetch(new URL(`/api${path}`, url), {
    method: route.method,
    signal: AbortSignal.timeout(stepTimeoutMs),
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const reply: unknown = await response.json().catch(() => undefined)
  if (!response.ok) {
    const sentence = `${route.path} answered ${response.status} ${textIn(reply, 'message')}`.trim()
    throw new RefusedCall(response.status, textIn(reply, 'code'), sentence)
  }
  const parsed = route.result.safeParse(reply)
  if (!parsed.success) throw new Error(`${route.path} answered something else than its contract`)
  return parsed.data as ResultOf<R>
}

const textIn = (reply: unknown, field: 'message' | 'code'): string =>
  typeof reply === 'object' && reply !== null && field in reply
    ? String((reply as Record<string, unknown>)[field])
    : ''
