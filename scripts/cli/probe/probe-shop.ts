import { randomUUID } from 'node:crypto'
import { login } from '@jhatpat/shared/contracts/accounts.ts'
import { homeProducts, itemsOfProduct } from '@jhatpat/shared/contracts/catalogue.ts'
import { checkId, createOrder } from '@jhatpat/shared/contracts/orders.ts'
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
  order?: { paymentUrl: string; placedAt: number }
}

/** Longer than a customer waits. */
const stepTimeoutMs = 10_000

/** Shorter than the time in which an order can be paid (PAYMENT_WINDOW_MS): its page still takes a payment. */
const orderAgainMs = 25 * 60_000

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
  const page = await get(new URL('/', url))
  if (!page.includes('</html>')) throw new Error('the page is not complete')
  const { games, instantGames, ott, others } = await call(url, homeProducts, {})
  if ([games, instantGames, ott, others].flat().length === 0) throw new Error('no product is on sale')
}

async function openProduct({ url, product, item }: ProbeTarget): Promise<void> {
  await get(new URL(`/product/${encodeURIComponent(product)}`, url))
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

async function openPayment(target: ProbeTarget, memory: ProbeMemory): Promise<void> {
  const isOld = !memory.order || Date.now() - memory.order.placedAt > orderAgainMs
  if (isOld) memory.order = { placedAt: Date.now(), paymentUrl: await placeOrder(target, memory) }
  await get(new URL(memory.order?.paymentUrl ?? '', target.url))
}

async function placeOrder(target: ProbeTarget, memory: ProbeMemory): Promise<string> {
  const { url, product, item, player, appKey } = target
  memory.session ??= await signIn(target)
  const { token, userid } = memory.session
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
  const { data } = await call(url, createOrder, { body, token, idempotencyKey: randomUUID() }).catch(
    (error: unknown) => {
      // The session may have expired: the next run signs in again.
      delete memory.session
      throw error
    },
  )
  return data.payment_url
}

async function signIn({ url, email, password }: ProbeTarget) {
  const { token, user } = await call(url, login, { body: { email, password } })
  return { token, userid: user.userid }
}

async function get(url: URL): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(stepTimeoutMs) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url.pathname} answered ${response.status}`)
  return text
}

type CallInput<R extends AnyRoute> = {
  params?: Record<string, string>
  body?: BodyInputOf<R>
  token?: string
  idempotencyKey?: string
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
  if (!response.ok) throw new Error(`${route.path} answered ${response.status} ${messageOf(reply)}`.trim())
  const parsed = route.result.safeParse(reply)
  if (!parsed.success) throw new Error(`${route.path} answered something else than its contract`)
  return parsed.data as ResultOf<R>
}

const messageOf = (reply: unknown): string =>
  typeof reply === 'object' && reply !== null && 'message' in reply ? String(reply.message) : ''
