import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { isolated } from '@jhatpat/shared/ui/format/isolate.ts'
import { clockTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { type Text, t } from '@jhatpat/shared/ui/texts/translate.ts'
import type { TimelineStep } from '@jhatpat/shared/ui/timeline.tsx'
import { type ShownState, stateOf } from '../../lib/order-state.ts'

/** The current and next steps of an order; next steps are named before they happen. */
export function nextStepTexts(order: Order): TimelineStep[] {
  if (order.ticket?.status === 'open' && order.status === 'Completed') return reportSteps(order)
  const state = stateOf(order)
  const now = presentStep(state, order.redeliveryOf ? ofFree : ofPaid)
  if (!now) return []
  const sending: TimelineStep = {
    key: 'sending',
    state: 'next',
    title: t('Send to the supplier'),
    icon: 'send',
  }
  return [
    { key: state.waitingFor, state: 'now', ...now },
    ...(order.status === 'Created' ? [sending] : []),
    {
      key: 'delivery',
      state: 'next',
      title: t('Deliver to {name}', { name: isolated(order.username || order.input1) }),
      icon: 'gift',
    },
  ]
}

const reportSteps = ({ redeliveryOf }: Order): TimelineStep[] => [
  {
    key: 'report',
    state: 'now',
    title: t('Our team finds out what happened'),
    icon: 'hand',
    text: t('With the supplier’s own records where there are some.'),
  },
  {
    key: 'answer',
    state: 'next',
    title: t(redeliveryOf ? 'Our answer, here and by e-mail' : 'Our answer, or your money in your wallet'),
    icon: 'message-circle',
  },
]

type Present = Pick<TimelineStep, 'title' | 'text' | 'icon' | 'at'>

function presentStep({ waitingFor, since, until, units }: ShownState, texts: PaidText): Present | undefined {
  switch (waitingFor) {
    case 'payment':
      return {
        title: t('Checking the payment'),
        text: until
          ? t('We ask the bank again and again, until {time}.', { time: clockTime(until) })
          : t('We ask the bank again and again.'),
      }
    case 'payment_review':
      return { title: t('Checking the payment'), text: t('Our team looks at money that may be yours.') }
    case 'queued':
      return { title: t('In the queue'), text: t(youMayLeave) }
    case 'supplier_answer':
      return { at: since, title: t('Waiting for the supplier’s answer'), text: t(youMayLeave) }
    case 'supplier_delivery':
      return { title: t('Waiting for the supplier to deliver'), text: t(youMayLeave) }
    case 'outcome_unknown':
      return { title: t('We are finding out what the supplier did'), text: t(texts.allOrNothing) }
    case 'supplier_unavailable':
    case 'on_hold':
    case 'supplier_deferred':
    case 'supplier_review':
      return { at: since, ...heldStep(waitingFor, texts) }
    case 'admin':
      return {
        title: t('Our team looks into it'),
        text: t(units.delivered > 0 ? texts.restOrShare : texts.allOrNothing),
        icon: 'hand',
      }
    case 'manual':
      return { at: since, title: t('Our team delivers this by hand'), text: t(youMayLeave), icon: 'hand' }
    case 'unknown':
      return { title: t('Your order is being worked on'), text: t(youMayLeave) }
    case 'nothing':
      return undefined
    default:
      return waitingFor satisfies never
  }
}

type InactiveWait = Extract<
  ShownState['waitingFor'],
  'supplier_unavailable' | 'on_hold' | 'supplier_deferred' | 'supplier_review'
>

/** Paid and not sent, or sent and on hold: the customer has nothing to do. */
function heldStep(waitingFor: InactiveWait, texts: PaidText): Present {
  switch (waitingFor) {
    case 'supplier_unavailable':
      return {
        title: t('Waiting for the supplier to come back'),
        text: t('It does not answer just now. Your order is sent as soon as it does.'),
        icon: 'pause',
      }
    case 'on_hold':
      return {
        title: t('Waiting until the supplier is ready again'),
        text: t(texts.on_hold),
        icon: 'pause',
      }
    case 'supplier_deferred':
      return {
        title: t('The supplier does not take it at the moment'),
        text: t(texts.refused),
        icon: 'pause',
      }
    case 'supplier_review':
      return {
        title: t('The supplier asks about the account'),
        text: t(texts.heldBack),
        icon: 'hand',
      }
    default:
      return waitingFor satisfies never
  }
}

const youMayLeave: Text = 'You can close this page: we send an e-mail when it is delivered.'

type PaidText = Record<'allOrNothing' | 'restOrShare' | 'on_hold' | 'refused' | 'heldBack', Text>

const ofPaid: PaidText = {
  allOrNothing: 'You get what you bought, or the money in your wallet.',
  restOrShare: 'They send the rest again, or put its share into your wallet.',
  on_hold: 'Paid and kept. Orders go out one after the other, the oldest first; you need to do nothing.',
  refused: 'We offer it again by ourselves; your money is safe.',
  heldBack:
    'Something about the player’s details does not fit. Our team talks to the supplier; your money is safe.',
}

/** A free redelivery has no refund: the original order's report leads to one. */
const ofFree: PaidText = {
  allOrNothing: 'You get it, or the report of your first order opens again.',
  restOrShare: 'They send the rest again, or the report of your first order opens again.',
  on_hold: 'Kept for you. Orders go out one after the other, the oldest first; you need to do nothing.',
  refused: 'We offer it again by ourselves; you need to do nothing.',
  heldBack: 'Something about the player’s details does not fit. Our team talks to the supplier.',
}
