import type { Model } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import type {
  CreatedPayment,
  PaymentGateway,
  PaymentRequest,
} from '../../providers/payments/payment-gateway.ts'
import type { Deps } from '../deps.ts'
import { recordAvailability, openUntil } from '../fulfilment/index.ts'
import { isUpiPaused } from '../incidents/index.ts'
import { askAbout, breakerAccount } from './look-for-money.ts'
import { linkId, newLink, type PaymentLink } from './payment-links.ts'
import type { IPayment } from './payment-schema.ts'
import { linkSet, type PaymentGuard } from './payment-update.ts'

type OpenDeps = Pick<Deps, 'gateway' | 'gatewayOf' | 'log' | 'redis' | 'env' | 'clock'>

/** An order or top-up that waits for its money, and what its link shall say. */
export type Payable = {
  // biome-ignore lint/suspicious/noExplicitAny: orders and top-ups alike; mongoose's Model is invariant
  model: Model<any>
  _id: unknown
  clientTxnId: string
  payment: IPayment
  /** Whether this request wrote it, with its first link about to be asked for. */
  isNew: boolean
  request: Omit<PaymentRequest, 'clientTxnId' | 'redirectUrl'>
  /** The page that the gateway leads back to. */
  returnPath: string
}

const maxPaymentAttempts = 9
/** A request that asks for a link has its answer, or is dead, after the create's time-out and this. */
const graceMs = 5_000

/**
 * The link to pay with. One that is open is used again. One whose making got no clear answer is asked about first;
 * then another is made, under an id of its own, since the first may be there or still come: all are looked at.
 * @returns undefined when the money has come already
 * @throws payment_rejected when the gateway said no; payment_unavailable when its answer is not known, and while another
 * request asks for a link: a failure that may be tried again under the same key; upi_paused where it has no open link
 * and UPI was switched off since it was written
 */
export async function openLink(deps: OpenDeps, payable: Payable): Promise<PaymentLink | undefined> {
  const { payment } = payable
  const last = payment.links.at(-1)
  if (last?.state === 'open') return last
  if (!payable.isNew && (await isUpiPaused())) throw new AppError('upi_paused')
  const gateway = deps.gatewayOf(payment.gateway)
  const isResting = await openUntil(deps, breakerAccount(payment.gateway))
  if (!gateway || isResting) throw new AppError('payment_unavailable')
  if (payable.isNew && last) return ask(deps, payable, { gateway, number: 1, link: last })
  return askAgain(deps, payable, gateway)
}

async function askAgain(
  deps: OpenDeps,
  payable: Payable,
  gateway: PaymentGateway,
): Promise<PaymentLink | undefined> {
  const { payment, clientTxnId } = payable
  const last = payment.links.at(-1)
  const now = deps.clock.now()
  if (last && isAskedFor(deps, last, now)) throw new AppError('payment_unavailable')
  if (last && last.state !== 'refused') {
    const begunAt = performance.now()
    const answer = await askAbout({ gateway, log: deps.log }, last)
    const isAnswered = answer.kind !== 'unavailable'
    await recordAvailability(deps, breakerAccount(payment.gateway), { begunAt, isAnswered })
    if (answer.kind === 'paid') return undefined
    if (answer.kind === 'unavailable') throw new AppError('payment_unavailable')
  }
  const number = payment.links.length + 1
  if (number > maxPaymentAttempts) throw new AppError('payment_unavailable')
  const link = newLink(linkId(clientTxnId, number), now)
  await addLink(payable, link)
  return ask(deps, payable, { gateway, number, link })
}

const isAskedFor = ({ env }: OpenDeps, { state, at }: PaymentLink, now: Date) =>
  state === 'asking' && now.getTime() - at.getTime() < env.GATEWAY_CREATE_TIMEOUT_MS + graceMs

/** Written before it is asked for, so that no money can come under an id that nobody looks at. */
async function addLink({ model, _id, payment }: Payable, link: PaymentLink): Promise<void> {
  const links = { $size: payment.links.length }
  const guard: PaymentGuard = { 'payment.state': 'created', 'payment.links': links }
  const added = await model.updateOne({ _id, ...guard }, { $push: { 'payment.links': link } })
  if (added.modifiedCount === 0) throw new AppError('payment_unavailable')
}

type Asking = { gateway: PaymentGateway; number: number; link: PaymentLink }

async function ask(
  deps: OpenDeps,
  payable: Payable,
  { gateway, number, link }: Asking,
): Promise<PaymentLink> {
  const { model, _id, payment, clientTxnId, request, returnPath } = payable
  // Gateways add the id of the link to this address; the page shall find ours first.
  const own = number === 1 ? '' : `?client_txn_id=${clientTxnId}`
  const redirectUrl = `${deps.env.PUBLIC_URL}${returnPath}${own}`
  const begunAt = performance.now()
  const created = await gateway.createPayment({ ...request, clientTxnId: link.id, redirectUrl })
  const isAnswered = created.kind !== 'unknown'
  await recordAvailability(deps, breakerAccount(payment.gateway), { begunAt, isAnswered })
  const told = { ...link, ...answeredWith(created) }
  await model.updateOne({ _id }, { $set: linkSet(number, told) })
  if (created.kind === 'created') return told
  deps.log.error({ clientTxnId: link.id, gateway: created.message }, 'payment not opened')
  throw new AppError(created.kind === 'refused' ? 'payment_rejected' : 'payment_unavailable')
}

function answeredWith(created: CreatedPayment): Partial<PaymentLink> & Pick<PaymentLink, 'state'> {
  // Of what was turned away by HTTP 429 there is as little as of what was refused.
  if (created.kind !== 'created') return { state: created.kind === 'unknown' ? 'unclear' : 'refused' }
  const { gatewayId, paymentUrl, upiLinks } = created
  return { state: 'open', gatewayId, paymentUrl, upiLinks: upiLinks ?? null }
}

/** Where the browser goes to pay: our own page where the gateway gave UPI links, else the gateway's. */
export function payAddress(clientTxnId: string, link: Pick<PaymentLink, 'paymentUrl' | 'upiLinks'>): string {
  return link.upiLinks?.bhim ? `/pay?client_txn_id=${clientTxnId}` : link.paymentUrl
}
