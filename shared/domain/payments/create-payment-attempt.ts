import type { Model } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import { openUntil, recordAvailability } from '../../platform/circuit-breaker.ts'
import type {
  CreatedPayment,
  PaymentGateway,
  PaymentRequest,
} from '../../providers/payments/payment-gateway.ts'
import type { Deps } from '../deps.ts'
import { isUpiPaused } from '../incidents/index.ts'
import { breakerAccount, checkAttempt } from './check-gateway.ts'
import { attemptId, newAttempt, type PaymentAttempt } from './payment-attempts.ts'
import type { IPayment } from './payment-schema.ts'
import { attemptPatch, type PaymentGuard } from './payment-schema.ts'

type AttemptDeps = Pick<Deps, 'gateway' | 'gatewayOf' | 'log' | 'redis' | 'env' | 'clock'>

/** An order or top-up that waits for its money, and what its attempt shall say. */
export type PaymentTarget = {
  // biome-ignore lint/suspicious/noExplicitAny: orders and top-ups alike; mongoose's Model is invariant
  model: Model<any>
  _id: unknown
  clientTxnId: string
  payment: IPayment
  /** Whether this request wrote it, with its first attempt about to be asked for. */
  isNew: boolean
  request: Omit<PaymentRequest, 'clientTxnId' | 'redirectUrl'>
  /** The page that the gateway leads back to. */
  returnPath: string
}

const maxPaymentAttempts = 9
/** A request that asks for an attempt has its answer, or is dead, after the create's time-out and this. */
const graceMs = 5_000

/**
 * The attempt to pay with. One that is open is used again. One whose making got no clear answer is asked about first;
 * then another is made, under an id of its own, since the first may be there or still come: all are looked at.
 * @returns undefined when the money has come already
 * @throws payment_rejected when the gateway said no; payment_unavailable when its answer is not known, and while another
 * request asks for an attempt: a failure that may be tried again under the same key; upi_paused where it has no open attempt
 * and UPI was switched off since it was written
 */
export async function createPaymentAttempt(
  deps: AttemptDeps,
  target: PaymentTarget,
): Promise<PaymentAttempt | undefined> {
  const { payment } = target
  const last = payment.attempts.at(-1)
  if (last?.state === 'open') return last
  if (!target.isNew && (await isUpiPaused())) throw new AppError('upi_paused')
  const gateway = deps.gatewayOf(payment.gateway)
  const isUnavailable = await openUntil(deps, breakerAccount(payment.gateway))
  if (!gateway || isUnavailable) throw new AppError('payment_unavailable')
  if (target.isNew && last) return requestPayment(deps, target, { gateway, number: 1, attempt: last })
  return retryAttempt(deps, target, gateway)
}

async function retryAttempt(
  deps: AttemptDeps,
  target: PaymentTarget,
  gateway: PaymentGateway,
): Promise<PaymentAttempt | undefined> {
  const { payment, clientTxnId } = target
  const last = payment.attempts.at(-1)
  const now = deps.clock.now()
  if (last && isBeingCreated(deps, last, now)) throw new AppError('payment_unavailable')
  if (last && last.state !== 'refused') {
    const begunAt = performance.now()
    const answer = await checkAttempt({ gateway, log: deps.log }, last)
    const isAnswered = answer.kind !== 'unavailable'
    await recordAvailability(deps, breakerAccount(payment.gateway), { begunAt, isAnswered })
    if (answer.kind === 'paid') return undefined
    if (answer.kind === 'unavailable') throw new AppError('payment_unavailable')
  }
  const number = payment.attempts.length + 1
  if (number > maxPaymentAttempts) throw new AppError('payment_unavailable')
  const attempt = newAttempt(attemptId(clientTxnId, number), now)
  await addAttempt(target, attempt)
  return requestPayment(deps, target, { gateway, number, attempt })
}

const isBeingCreated = ({ env }: AttemptDeps, { state, at }: PaymentAttempt, now: Date) =>
  state === 'asking' && now.getTime() - at.getTime() < env.GATEWAY_CREATE_TIMEOUT_MS + graceMs

/** Written before it is asked for, so that no money can come under an id that nobody checks at. */
async function addAttempt({ model, _id, payment }: PaymentTarget, attempt: PaymentAttempt): Promise<void> {
  const attempts = { $size: payment.attempts.length }
  const guard: PaymentGuard = { 'payment.state': 'created', 'payment.attempts': attempts }
  const added = await model.updateOne({ _id, ...guard }, { $push: { 'payment.attempts': attempt } })
  if (added.modifiedCount === 0) throw new AppError('payment_unavailable')
}

type AttemptRequest = { gateway: PaymentGateway; number: number; attempt: PaymentAttempt }

async function requestPayment(
  deps: AttemptDeps,
  target: PaymentTarget,
  { gateway, number, attempt }: AttemptRequest,
): Promise<PaymentAttempt> {
  const { model, _id, payment, clientTxnId, request, returnPath } = target
  // Gateways add the id of the attempt to this address; the page shall find ours first.
  const own = number === 1 ? '' : `?client_txn_id=${clientTxnId}`
  const redirectUrl = `${deps.env.PUBLIC_URL}${returnPath}${own}`
  const begunAt = performance.now()
  const created = await gateway.createPayment({ ...request, clientTxnId: attempt.id, redirectUrl })
  const isAnswered = created.kind !== 'unknown'
  await recordAvailability(deps, breakerAccount(payment.gateway), { begunAt, isAnswered })
  const answered = { ...attempt, ...answeredWith(created) }
  await model.updateOne({ _id }, { $set: attemptPatch(number, answered) })
  if (created.kind === 'created') return answered
  deps.log.error({ clientTxnId: attempt.id, gateway: created.message }, 'payment not opened')
  throw new AppError(created.kind === 'refused' ? 'payment_rejected' : 'payment_unavailable')
}

function answeredWith(created: CreatedPayment): Partial<PaymentAttempt> & Pick<PaymentAttempt, 'state'> {
  // Of what was turned away by HTTP 429 there is as little as of what was refused.
  if (created.kind !== 'created') return { state: created.kind === 'unknown' ? 'unclear' : 'refused' }
  const { gatewayId, paymentUrl, upiLinks } = created
  return { state: 'open', gatewayId, paymentUrl, upiLinks: upiLinks ?? null }
}

/** Where the browser goes to pay: our own page where the gateway gave UPI links, else the gateway's. */
export function paymentUrlOf(
  clientTxnId: string,
  attempt: Pick<PaymentAttempt, 'paymentUrl' | 'upiLinks'>,
): string {
  return attempt.upiLinks?.bhim ? `/pay?client_txn_id=${clientTxnId}` : attempt.paymentUrl
}
