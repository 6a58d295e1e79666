import type { Order, TimelineEntry } from '@jhatpat/shared/contracts/orders.ts'
import type { TimelineStep } from '@jhatpat/shared/ui/timeline.tsx'
import { rupeesText } from './order-news.ts'
import { texts } from './texts.ts'

/** The order's timeline: what happened, what happens now, and what comes next, named before it happens. */
export function orderSteps(order: Order): TimelineStep[] {
  const past = order.timeline.filter((entry) => !isToldByEnd(entry, order)).map(pastStep(order))
  return [...past, ...comingSteps(order, order.timeline.at(-1)?.step)]
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
    ...(entry.step === 'by_hand' && order.status !== 'Processing'
      ? { state: 'done', title: 'Delivered by our team' }
      : tell(entry, order)),
  })
}

const tell = (entry: TimelineEntry, order: Order): Telling => tellings[entry.step](entry, order)

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
        ? `${rupeesText(amount ?? value)} by UPI.${reference ? ` Bank reference ${reference}` : ''}`
        : `${rupeesText(amount ?? value)} from your wallet.${reference ? ` Transaction ${reference}` : ''}`,
  }),
  sent: () => ({ state: 'done', title: 'Sent to the supplier' }),
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
  outcome_unknown: () => ({
    state: 'bad',
    title: 'No clear answer from the supplier',
    text: 'We do not send it again until we know, so that nothing is bought twice.',
  }),
  waiting_supplier: () => ({
    state: 'now',
    title: 'Waiting for the supplier to come back',
    text: 'It does not answer just now. Your order is sent as soon as it does.',
    icon: 'pause',
  }),
  supplier_holds: () => ({
    state: 'now',
    title: 'The supplier asks about the account',
    text: 'Something about the player’s details does not fit. Our team talks to the supplier; your money is safe.',
    icon: 'hand',
  }),
  by_hand: () => ({
    state: 'now',
    title: 'Our team delivers this by hand',
    text: 'You can close this page: we send an e-mail when it is delivered.',
    icon: 'hand',
  }),
  credited: ({ amount, reference }) => ({
    state: 'done',
    title: 'Money put into your wallet',
    text: `${amount === undefined ? '' : rupeesText(amount)}${reference ? `, bank reference ${reference}` : ''}`,
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
  refunded: ({ amount, reason }, { timeline }) => {
    const isTold = timeline.some((entry) => entry.step === 'unit_refused' && entry.reason === reason)
    const added = amount === undefined ? '' : `${rupeesText(amount)} added.`
    return {
      state: 'end',
      title: 'Refunded to your wallet',
      text: `${added} ${isTold ? '' : (reason ?? '')}`.trim(),
      icon: 'undo-2',
    }
  },
  cancelled: ({ reason }) => ({
    state: 'bad',
    title: 'Closed by our team',
    text: reason || texts.noReason,
    icon: 'ban',
  }),
  failed: ({ reason }) => ({
    state: 'bad',
    title: 'Closed without a payment',
    icon: 'circle-x',
    ...(reason ? { text: reason } : {}),
  }),
}

function comingSteps(order: Order, last: TimelineEntry['step'] | undefined): TimelineStep[] {
  const delivery: TimelineStep = {
    key: 'delivery',
    state: 'next',
    title: `Deliver to ${order.username || order.input1}`,
    icon: 'gift',
  }
  if (order.status === 'Created') {
    return [
      {
        key: 'checking',
        state: 'now',
        title: 'Checking the payment',
        text: order.paymentIsChecked
          ? 'Our team looks at money that may be yours.'
          : 'We ask the bank again and again.',
      },
      { key: 'sending', state: 'next', title: 'Send to the supplier', icon: 'send' },
      delivery,
    ]
  }
  if (order.status !== 'Processing') return []
  if (last === 'by_hand' || last === 'waiting_supplier' || last === 'supplier_holds') return [delivery]
  if (last === 'outcome_unknown') return [{ ...personChecks, key: 'person' }, delivery]
  if (last === 'unit_refused') return [{ ...personDecides, key: 'person' }, delivery]
  return [
    {
      key: 'waiting',
      state: 'now',
      title: 'Waiting for the supplier',
      text: 'You can close this page: we send an e-mail when it is delivered.',
    },
    delivery,
  ]
}

const personChecks = {
  state: 'now',
  title: 'Our team is finding out',
  text: 'You get what you bought, or the money in your wallet.',
  icon: 'hand',
} as const

const personDecides = {
  state: 'now',
  title: 'Our team looks into it',
  text: 'They send the rest again, or put its share into your wallet.',
  icon: 'hand',
} as const

function accountOf({ username, input1, input2 }: Order): string {
  const account = input2 ? `${input1} (${input2})` : input1
  return username ? `${username}, ${account}` : account
}
