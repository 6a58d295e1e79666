import { formatPaise } from '../../contracts/money.ts'
import type { PaymentState } from '../../providers/payments/payment-gateway.ts'
import type { IPayment } from '../payments/index.ts'
import type { Found } from './reconciliation-model.ts'

export type Asked = {
  ref: string
  of: 'order' | 'topup'
  status: string
  payment: Pick<IPayment, 'captures' | 'doubts'>
  /** What the gateway said about each of its links. */
  answers: readonly { linkId: string; answer: PaymentState }[]
}

export type Compared = { found: Found[]; receivedPaise: number; payments: number; isAnswered: boolean }

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
  const { captures } = asked.payment
  const missing = captures.filter(
    ({ linkId }) => asks.has(linkId) && !silent.has(linkId) && !paid.some((one) => one.linkId === linkId),
  )
  return {
    found: [
      ...paid.flatMap((one) => paidFound(asked, one)),
      ...missing.map((one) =>
        found(asked, 'booked_not_paid', {
          amountPaise: one.amountPaise,
          outside: 'The gateway knows of no payment',
          ours: `${formatPaise(one.amountPaise, { exact: true })} booked`,
        }),
      ),
    ],
    receivedPaise: paid.reduce((sum, { amountPaise }) => sum + amountPaise, 0),
    payments: paid.length,
    isAnswered: silent.size === 0,
  }
}

function paidFound(asked: Omit<Asked, 'answers'>, one: Paid): Found[] {
  const { captures, doubts } = asked.payment
  const outside = `${formatPaise(one.amountPaise, { exact: true })} received`
  const same = captures.find(
    ({ gatewayId, linkId }) => gatewayId === one.gatewayId || (linkId === one.linkId && one.gatewayId === ''),
  )
  // A link that is asked again may answer under the gateway's id of another time: what its captures add up to decides.
  const ofLink = captures.filter(({ linkId }) => linkId === one.linkId)
  const held = doubts.find((doubt) => doubt.heldPaise > 0 && doubt.gatewayId === one.gatewayId)
  if (!same && ofLink.length === 0) {
    if (held?.closed) return []
    const ours = held ? 'Held for a person, on Maintenance' : `${asked.status}, no money booked`
    return [found(asked, 'paid_not_booked', { amountPaise: one.amountPaise, outside, ours })]
  }
  const booked = (same ?? ofLink[0])?.amountPaise ?? 0
  if (booked === one.amountPaise) return []
  const ours = `${formatPaise(booked, { exact: true })} booked`
  return [found(asked, 'amount_differs', { amountPaise: Math.abs(one.amountPaise - booked), outside, ours })]
}

const found = (
  { ref, of }: Pick<Asked, 'ref' | 'of'>,
  kind: Found['kind'],
  said: Pick<Found, 'amountPaise' | 'outside' | 'ours'>,
): Found => ({ kind, ref, of, ...said })
