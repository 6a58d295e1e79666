import { toDecimalText } from '../../contracts/money.ts'
import type { PaymentState } from '../../providers/payments/payment-gateway.ts'
import { type DoubtFacts, isNoted } from './payment-doubts.ts'
import { clientTxnIdOf } from './payment-links.ts'
import type { PaymentNews } from './payment-news.ts'
import type { Capture, IPayment } from './payment-schema.ts'

export type Paid = Extract<PaymentState, { kind: 'paid' }>

/**
 * Reads an answer that says paid. A payment is its link and the gateway's own id; its bank reference is an attribute
 * that may be empty or come later, so another reference or amount under a known id is no money but a question for a
 * person. (PROVIDERS §7: `upi_txn_id` may be empty or the app's own id.)
 */
export function readPaid(payment: IPayment, paid: Paid, now: Date): PaymentNews {
  const known = findCapture(payment, paid)
  if (known) return compare(payment, known, { paid, now })
  const held = payment.doubts.find(
    (one) => one.kind === 'reference_used' && one.gatewayId === idOf(paid) && one.heldPaise > 0,
  )
  if (held) return compareHeld(payment, held, { paid, now })
  const { bankReference, amountPaise, payer } = paid
  if (hasReference(payment, bankReference)) {
    const facts = { known: bankReference, told: bankReference, heldPaise: amountPaise }
    return doubted(payment, doubtOf('reference_used', { paid, now }, facts))
  }
  const capture = {
    gatewayId: idOf(paid),
    linkId: paid.clientTxnId,
    bankReference,
    amountPaise,
    payer,
    at: now,
  }
  return { kind: 'captured', capture }
}

type Told = { paid: Paid; now: Date }

/** The same bank reference was found to be another order's: what would have been done waits for a person. */
export function usedReference(news: PaymentNews, told: Told, owner: string): PaymentNews {
  const { bankReference: reference, amountPaise } = told.paid
  const heldPaise = news.kind === 'captured' ? amountPaise : 0
  const facts = { known: reference, told: reference, heldPaise, orderRef: owner }
  return { kind: 'doubted', doubt: doubtOf('reference_used', told, facts) }
}

/** Where the gateway tells no id, a link has one payment. */
const idOf = (paid: Paid) => paid.gatewayId || paid.clientTxnId

function findCapture({ captures }: IPayment, paid: Paid): Capture | undefined {
  const ofLink = captures.filter((capture) => capture.linkId === paid.clientTxnId)
  // Payments of the time before gateways' ids were kept are named by their references.
  const unnamed = ({ gatewayId, linkId, bankReference }: Capture) =>
    paid.gatewayId === '' || gatewayId === linkId || gatewayId === bankReference
  return (
    captures.find((capture) => capture.gatewayId === idOf(paid)) ??
    ofLink.find((capture) => unnamed(capture) && capture.bankReference === paid.bankReference) ??
    ofLink.find(unnamed)
  )
}

const hasReference = ({ captures }: IPayment, reference: string) =>
  reference !== '' && captures.some((capture) => capture.bankReference === reference)

function compare(payment: IPayment, known: Capture, told: Told): PaymentNews {
  const { bankReference: reference, amountPaise } = told.paid
  const isOther = reference !== '' && known.bankReference !== '' && reference !== known.bankReference
  const { gatewayId } = known
  if (isOther) {
    const facts = { gatewayId, known: known.bankReference, told: reference, heldPaise: amountPaise }
    return doubted(payment, doubtOf('reference_changed', told, facts))
  }
  if (amountPaise !== known.amountPaise) {
    const heldPaise = Math.max(0, amountPaise - known.amountPaise)
    const facts = { gatewayId, ...amounts(known.amountPaise, amountPaise), heldPaise }
    return doubted(payment, doubtOf('amount_changed', told, facts))
  }
  if (reference === '' || known.bankReference !== '') return nothing
  const facts = { gatewayId, known: reference, told: reference, heldPaise: 0 }
  const used = doubtOf('reference_used', told, facts)
  if (isNoted(payment, used)) return nothing
  if (hasReference(payment, reference)) return { kind: 'doubted', doubt: used }
  return { kind: 'referenced', gatewayId, bankReference: reference }
}

/** Money that is held already. Once a person has said that it is none of this payment's, it counts as unpaid. */
function compareHeld(payment: IPayment, held: IPayment['doubts'][number], told: Told): PaymentNews {
  const { bankReference: reference, amountPaise } = told.paid
  if (reference !== '' && reference !== held.told) {
    const facts = { known: held.told, told: reference, heldPaise: 0 }
    const doubt = doubtOf('reference_changed', told, facts)
    if (!isNoted(payment, doubt)) return { kind: 'doubted', doubt }
  }
  if (amountPaise !== held.amountPaise) {
    const facts = { ...amounts(held.amountPaise, amountPaise), heldPaise: 0 }
    const doubt = doubtOf('amount_changed', told, facts)
    if (!isNoted(payment, doubt)) return { kind: 'doubted', doubt }
  }
  const isOver = held.closed !== null && told.now >= payment.payBefore
  return { kind: isOver ? 'lapsed' : 'nothing', vendorStatus: held.closed ? 'not this payment' : 'held' }
}

const nothing: PaymentNews = { kind: 'nothing', vendorStatus: 'paid' }

const amounts = (known: number, told: number) => ({ known: toDecimalText(known), told: toDecimalText(told) })

const doubted = (payment: IPayment, doubt: DoubtFacts): PaymentNews =>
  isNoted(payment, doubt) ? nothing : { kind: 'doubted', doubt }

type Facts = Pick<DoubtFacts, 'known' | 'told' | 'heldPaise'> &
  Partial<Pick<DoubtFacts, 'orderRef' | 'gatewayId'>>

function doubtOf(kind: DoubtFacts['kind'], { paid, now }: Told, facts: Facts): DoubtFacts {
  return {
    ...{ kind, at: now, gatewayId: idOf(paid), orderRef: clientTxnIdOf(paid.clientTxnId) },
    ...{ vendorStatus: 'success', amountPaise: paid.amountPaise },
    ...facts,
  }
}
