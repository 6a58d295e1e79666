import { formatPaise } from '../../contracts/money.ts'
import type { PaymentState } from '../../providers/payments/payment-gateway.ts'
import type { Doubt, IPayment } from '../payments/index.ts'
import type { Found } from './reconciliation-model.ts'

export type Asked = {
  ref: string
  of: 'order' | 'topup'
  status: string
  payment: Pick<IPayment, 'captures' | 'doubts'>
  /** What the gateway said about each of its links. */
  answers: readonly { linkId: string; answer: PaymentState }[]
}

/** What was received and what is booked are of the links that were answered alone, so that the two can be held against each other. */
export type Compared = {
  found: Found[]
  receivedPaise: number
  payments: number
  bookedPaise: number
  captures: number
  isAnswered: boolean
}

type Paid = { linkId: string; gatewayId: string; amountPaise: number }

/**
 * Pure. What the gateway says of one payment against what is booked of it. Of a link without an answer nothing is said,
 * neither that its money is there nor that it is not.
 */
export function comparePayment({ answers, ...asked }: Asked): Compared {
  const paid = answers.flatMap(({ linkId, answer }) =>
    answer.kind === 'paid' ? [{ linkId, gatewayId: answer.gatewayId, amountPaise: answer.amountPaise }] : [],
  )
  const silent = new Set(
    answers.flatMap(({ linkId, answer }) => (answer.kind === 'unavailable' ? [linkId] : [])),
  )
  const asks = new Set(answers.map(({ linkId }) => linkId))
  const { captures, doubts } = asked.payment
  const isAnswered = silent.size === 0
  const booked = [
    ...captures.filter(({ linkId }) => !silent.has(linkId)).map(({ amountPaise }) => amountPaise),
    ...(isAnswered ? doubts.filter(isCredited).map(({ heldPaise }) => heldPaise) : []),
  ]
  const received = paid.filter(({ gatewayId }) => !doubts.some((one) => isNoMoney(one, gatewayId)))
  const missing = captures.filter(
    ({ linkId }) => asks.has(linkId) && !silent.has(linkId) && !paid.some((one) => one.linkId === linkId),
  )
  return {
    found: [
      ...paid.flatMap((one) => paidFound(asked, one)),
      ...missing.map((one) =>
        found(asked, 'booked_not_paid', {
          about: one.gatewayId,
          amountPaise: one.amountPaise,
          outside: 'The gateway knows of no payment',
          ours: `${formatPaise(one.amountPaise, { exact: true })} booked`,
        }),
      ),
    ],
    receivedPaise: received.reduce((sum, { amountPaise }) => sum + amountPaise, 0),
    payments: received.length,
    bookedPaise: booked.reduce((sum, paise) => sum + paise, 0),
    captures: booked.length,
    isAnswered,
  }
}

const isCredited = ({ closed }: Doubt) => closed?.answer === 'credit'
/** A person has said that what the gateway tells under this id is no money of this payment. */
const isNoMoney = ({ closed, heldPaise, ...doubt }: Doubt, gatewayId: string) =>
  closed?.answer === 'not_money' && heldPaise > 0 && doubt.gatewayId === gatewayId

function paidFound(asked: Omit<Asked, 'answers'>, one: Paid): Found[] {
  const { captures, doubts } = asked.payment
  const outside = `${formatPaise(one.amountPaise, { exact: true })} received`
  const same = captures.find(
    ({ gatewayId, linkId }) => gatewayId === one.gatewayId || (linkId === one.linkId && one.gatewayId === ''),
  )
  // A link that is asked again may answer under the gateway's id of another time: what is booked under the link decides.
  const ofLink = captures.filter(({ linkId }) => linkId === one.linkId)
  const held = doubts.find((doubt) => doubt.heldPaise > 0 && doubt.gatewayId === one.gatewayId)
  if (!same && ofLink.length === 0) {
    if (held?.closed) return []
    const ours = held ? 'Held for a person, on Maintenance' : `${asked.status}, no money booked`
    return [
      found(asked, 'paid_not_booked', { about: one.linkId, amountPaise: one.amountPaise, outside, ours }),
    ]
  }
  const credited = doubts.filter((doubt) => isCredited(doubt) && doubt.gatewayId === one.gatewayId)
  const booked = credited.reduce(
    (sum, { heldPaise }) => sum + heldPaise,
    (same ?? ofLink[0])?.amountPaise ?? 0,
  )
  if (booked === one.amountPaise || doubts.some((doubt) => isNoMoney(doubt, one.gatewayId))) return []
  const ours = `${formatPaise(booked, { exact: true })} booked`
  const amountPaise = Math.abs(one.amountPaise - booked)
  return [found(asked, 'amount_differs', { about: one.linkId, amountPaise, outside, ours })]
}

const found = (
  { ref, of }: Pick<Asked, 'ref' | 'of'>,
  kind: Found['kind'],
  said: Pick<Found, 'about' | 'amountPaise' | 'outside' | 'ours'>,
): Found => ({ kind, ref, of, ...said })
