import type { Model } from 'mongoose'
import { waitOutside } from '../../platform/admission.ts'
import { AppError } from '../../platform/app-error.ts'
import { openUntil, recordAvailability } from '../../platform/circuit-breaker.ts'
import type {
  CreatedPayment,
  PaymentGateway,
  PaymentRequest,
} from '../../providers/payments/payment-gateway.ts'
import type { Deps } from '../deps.ts'
import { openGateways } from '../incidents/index.ts'
import { breakerAccount, checkAttempt } from './check-gateway.ts'
import { attemptId, newAttempt, type PaymentAttempt } from './payment-attempts.ts'
import type { IPayment } from './payment-schema.ts'
import { attemptPatch, type PaymentGuard } from './payment-schema.ts'

type AttemptDeps = Pick<Deps, 'gatewayOf' | 'log' | 'redis' | 'env' | 'clock'>

/** An unpaid order or top-up, and the payment request for its gateway. */
export type PaymentTarget = {
  // biome-ignore lint/suspicious/noExplicitAny: orders and top-ups alike; mongoose's Model is invariant
  model: Model<any>
  _id: unknown
  clientTxnId: string
  payment: IPayment
  /** Whether this request created it, with its first attempt not yet sent to the gateway. */
  isNew: boolean
  request: Omit<PaymentRequest, 'clientTxnId' | 'redirectUrl'>
  /** The page to which the gateway sends the payer back. */
  returnPath: string
}

export const maxPaymentAttempts = 9
/** A request that creates an attempt has its answer, or has crashed, after the create time-out plus this. */
const graceMs = 5_000

/**
 * The attempt to pay with. An open attempt is used again. One with an unclear creation is checked first; then another
 * is created under its own id. Both are checked later, since the first may exist at the gateway or still appear.
 * @returns undefined when the money has come already
 * @throws payment_rejected when the gateway rejected the request; payment_unavailable when its answer is unknown, or
 * while another request creates an attempt (may be retried under the same key); upi_paused when there is no open
 * attempt and the gateway was switched off since the target was created
 */
export async function createPaymentAttempt(
  deps: AttemptDeps,
  target: PaymentTarget,
): Promise<PaymentAttempt | undefined> {
  const { payment } = target
  const last = payment.attempts.at(-1)
  if (last?.state === 'open') return last
  if (!target.isNew && (await isGatewayStopped(payment.gateway))) throw new AppError('upi_paused')
  const gateway = deps.gatewayOf(payment.gateway)
  const isUnavailable = await openUntil(deps, breakerAccount(payment.gateway))
  if (!gateway || isUnavailable) throw new AppError('payment_unavailable')
  if (target.isNew && last) return requestPayment(deps, target, { gateway, number: 1, attempt: last })
  return retryAttempt(deps, target, gateway)
}

/** Whether an incident stops new payments at the gateway. */
async function isGatewayStopped(gateway: string): Promise<boolean> {
  return (await openGateways([gateway])).length === 0
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
    const answer = await waitOutside(() => checkAttempt({ gateway, log: deps.log }, last))
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

/** Stored before the gateway is called, so that every id under which money can come is checked. */
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
  // Gateways append the attempt's id to this address; the page must find ours first.
  const ownId = number === 1 ? '' : `?client_txn_id=${clientTxnId}`
  const redirectUrl = `${deps.env.PUBLIC_URL}${returnPath}${ownId}`
  const begunAt = performance.now()
  const created = await waitOutside(() =>
    gateway.createPayment({ ...request, clientTxnId: attempt.id, redirectUrl }),
  )
  const isAnswered = created.kind !== 'unknown'
  await recordAvailability(deps, breakerAccount(payment.gateway), { begunAt, isAnswered })
  const answered = { ...attempt, ...answeredWith(created) }
  await model.updateOne({ _id }, { $set: attemptPatch(number, answered) })
  if (created.kind === 'created') return answered
  deps.log.error({ clientTxnId: attempt.id, gateway: created.message }, 'payment not opened')
  throw new AppError(created.kind === 'refused' ? 'payment_rejected' : 'payment_unavailable')
}

function answeredWith(created: CreatedPayment): Partial<PaymentAttempt> & Pick<PaymentAttempt, 'state'> {
  // HTTP 429 counts as refused: no payment was created.
  if (created.kind !== 'created') return { state: created.kind === 'unknown' ? 'unclear' : 'refused' }
  const { gatewayId, paymentUrl, upiLinks } = created
  return { state: 'open', gatewayId, paymentUrl, upiLinks: upiLinks ?? null }
}

/** Where the browser goes to pay: our own page where the gateway gave UPI links, otherwise the gateway's. */
export function paymentUrlOf(
  clientTxnId: string,
  attempt: Pick<PaymentAttempt, 'paymentUrl' | 'upiLinks'>,
): string {
  return attempt.upiLinks?.bhim ? `/pay?client_txn_id=${clientTxnId}` : attempt.paymentUrl
}
