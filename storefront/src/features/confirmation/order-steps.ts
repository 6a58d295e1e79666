import { isOpen } from '@jhatpat/shared/contracts/order-status.ts'
import type { TimelineEntry } from '@jhatpat/shared/contracts/order-timeline.ts'
import type { OrderWait } from '@jhatpat/shared/contracts/order-waits.ts'
import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import type { TimelineStep } from '@jhatpat/shared/ui/timeline.tsx'
import { stateOf } from '../../lib/order-state.ts'
import { comingSteps } from './coming-steps.ts'
import { otherSum, rupeesText, withStop } from './order-news.ts'
import { texts } from './texts.ts'

/** What happened to an order, what happens now, and what comes next. */
export function orderSteps(order: Order): TimelineStep[] {
  const { waitsFor } = stateOf(order)
  const out =
    waitsFor === 'supplier_answer' ? order.timeline.findLast(({ step }) => step === 'sent') : undefined
  const past = order.timeline.filter(
    (entry) =>
      entry.step in tellings &&
      entry !== out &&
      !isToldByEnd(entry, order) &&
      presentOf[entry.step] !== waitsFor,
  )
  return [...past.map(pastStep(order)), ...comingSteps(order)]
}

/** Entries that tell of a wait: while it lasts, the step of now tells it. */
const presentOf: Partial<Record<TimelineEntry['step'], OrderWait>> = {
  by_hand: 'by_hand',
  waiting_supplier: 'supplier_paused',
  supplier_holds: 'supplier_holds',
}

/** The one delivery of a one-pack order is the end itself, told once. */
function isToldByEnd({ step }: TimelineEntry, { units, status }: Order): boolean {
  return step === 'unit_delivered' && units.total === 1 && status === 'Completed'
}

type Telling = Pick<TimelineStep, 'state' | 'title'> & { text?: string; icon?: TimelineStep['icon'] }

function pastStep(order: Order): (entry: TimelineEntry, place: number) => TimelineStep {
  return (entry, place) => ({
    key: `${entry.step}-${place}`,
    at: entry.at,
    ...tellings[entry.step](entry, order),
  })
}

type Teller = (entry: TimelineEntry, order: Order) => Telling

const tellings: Record<TimelineEntry['step'], Teller> = {
  ordered: (_entry, order) => ({
    state: 'done',
    title: 'Ordered',
    text: `${order.itemname} for ${accountOf(order)}`,
  }),
  paid: ({ amount, reference }, { paymentmode, value }) => ({
    state: 'done',
    title: 'Paid',
    text:
      paymentmode === 'upi'
        ? `${rupeesText(amount ?? value)} by UPI.${bankText(reference)}`
        : `${rupeesText(amount ?? value)} from your wallet.${reference ? ` Transaction ${reference}` : ''}`,
  }),
  sent: (entry, order) => ({
    state: 'done',
    title: wasTaken(entry, order) ? 'Sent to the supplier' : 'Offered to the supplier',
  }),
  accepted: ({ reference }) => ({
    state: 'done',
    title: 'Accepted by the supplier',
    ...(reference ? { text: `Supplier’s reference ${reference}` } : {}),
  }),
  unit_delivered: ({ reference }) => ({
    state: 'done',
    title: 'Delivered',
    ...(reference ? { text: `Supplier’s delivery number ${reference}` } : {}),
  }),
  unit_refused: ({ reason }) => ({
    state: 'bad',
    title: 'Refused by the supplier',
    icon: 'x',
    ...(reason ? { text: reason } : {}),
  }),
  sent_again: ({ reason }) => ({
    state: 'done',
    title: 'Our team sends it again',
    icon: 'repeat',
    ...(reason ? { text: `${reason}.` } : {}),
  }),
  outcome_unknown: (_entry, { status }) => ({
    state: 'bad',
    title: 'No clear answer from the supplier',
    ...(isOpen(status)
      ? { text: 'We do not send it again until we know, so that nothing is bought twice.' }
      : {}),
  }),
  waiting_supplier: () => ({ state: 'done', title: 'The supplier did not answer for a while' }),
  supplier_holds: () => ({ state: 'done', title: 'The supplier asked about the account' }),
  by_hand: () => ({ state: 'done', title: 'Taken by our team' }),
  credited: ({ amount, reference }) => ({
    state: 'done',
    title: 'Another payment put into your wallet',
    text: `${amount === undefined ? 'It' : rupeesText(amount)} was not needed for this order.${bankText(reference)}`,
    icon: 'undo-2',
  }),
  completed: (_entry, order) => {
    const delivery = order.timeline.find(({ step }) => step === 'unit_delivered')
    const number = order.units.total === 1 ? delivery?.reference : undefined
    return {
      state: 'end',
      title: 'Delivered',
      text: `To ${accountOf(order)}.${number ? ` Supplier’s delivery number ${number}` : ''}`,
    }
  },
  refunded: ({ amount, reason = '', reference }, order) => {
    const isTold = order.timeline.some((entry) => entry.step === 'unit_refused' && entry.reason === reason)
    const added = amount === undefined ? '' : `${rupeesText(amount)} added.`
    const why = isTold ? '' : withStop(otherSum(order) ?? reason)
    return {
      state: 'end',
      title: 'Refunded to your wallet',
      text: `${added} ${why}${bankText(reference)}`.trim(),
      icon: 'undo-2',
    }
  },
  cancelled: ({ reason }) => ({
    state: 'bad',
    title: 'Closed by our team',
    text: reason || texts.noReason,
    icon: 'ban',
  }),
  failed: ({ reason }, order) => ({
    state: 'bad',
    title: stateOf(order).declined ? 'The payment was declined' : 'Closed without a payment',
    icon: 'circle-x',
    ...(reason && !stateOf(order).declined ? { text: reason } : {}),
  }),
}

/** Whether the supplier is known to have got what went out then: its next word says so. */
function wasTaken(sent: TimelineEntry, { timeline }: Order): boolean {
  const next = timeline.slice(timeline.indexOf(sent) + 1).find(({ step }) => answers.has(step))
  return next?.step === 'accepted' || next?.step === 'unit_delivered'
}

const answers = new Set<TimelineEntry['step']>([
  ...(['sent', 'sent_again', 'accepted', 'unit_delivered', 'unit_refused', 'outcome_unknown'] as const),
])

const bankText = (reference = '') => (reference ? ` Bank reference ${reference}` : '')

function accountOf({ username, input1, input2 }: Order): string {
  const account = input2 ? `${input1} (${input2})` : input1
  return username ? `${username}, ${account}` : account
}
