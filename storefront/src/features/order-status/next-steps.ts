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
    title: t('Our team is investigating'),
    icon: 'hand',
    text: t('We check the supplier’s records.'),
  },
  {
    key: 'answer',
    state: 'next',
    title: t(redeliveryOf ? 'Our reply, here and by email' : 'Our reply or a refund to your wallet'),
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
          ? t('We’re checking with the bank until {time}.', { time: clockTime(until) })
          : t('We keep checking with the bank.'),
      }
    case 'payment_review':
      return {
        title: t('Checking the payment'),
        text: t('Our team is checking a payment that may be yours.'),
      }
    case 'queued':
      return { title: t('In the queue'), text: t(youMayLeave) }
    case 'supplier_answer':
      return { at: since, title: t('Waiting for confirmation'), text: t(youMayLeave) }
    case 'supplier_delivery':
      return { title: t('Delivery in progress'), text: t(youMayLeave) }
    case 'outcome_unknown':
      return { title: t('Confirming with the supplier'), text: t(texts.allOrNothing) }
    case 'supplier_unavailable':
    case 'on_hold':
    case 'supplier_deferred':
    case 'supplier_review':
      return { at: since, ...heldStep(waitingFor, texts) }
    case 'admin':
      return {
        title: t('Our team is reviewing it'),
        text: t(units.delivered > 0 ? texts.restOrShare : texts.allOrNothing),
        icon: 'hand',
      }
    case 'manual':
      return { at: since, title: t('Our team delivers this manually'), text: t(youMayLeave), icon: 'hand' }
    case 'unknown':
      return { title: t('Your order is in progress'), text: t(youMayLeave) }
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
        title: t('Supplier temporarily unavailable'),
        text: t('We’ll send your order as soon as it’s back.'),
        icon: 'pause',
      }
    case 'on_hold':
      return {
        title: t('On hold until the supplier is available'),
        text: t(texts.on_hold),
        icon: 'pause',
      }
    case 'supplier_deferred':
      return {
        title: t('The supplier can’t take it right now'),
        text: t(texts.refused),
        icon: 'pause',
      }
    case 'supplier_review':
      return {
        title: t('The supplier has a question about the account'),
        text: t(texts.heldBack),
        icon: 'hand',
      }
    default:
      return waitingFor satisfies never
  }
}

const youMayLeave: Text = 'You can close this page. We’ll email you when it’s delivered.'

type PaidText = Record<'allOrNothing' | 'restOrShare' | 'on_hold' | 'refused' | 'heldBack', Text>

const ofPaid: PaidText = {
  allOrNothing: 'You’ll get your order or a refund to your wallet.',
  restOrShare: 'We’ll resend the rest or refund its amount to your wallet.',
  on_hold: 'Payment received. Orders are sent oldest first. No action needed from you.',
  refused: 'We’re retrying automatically. Your money is safe.',
  heldBack: 'Your player details didn’t match. Our team is in touch with the supplier; your money is safe.',
}

/** A free redelivery has no refund: the original order's report leads to one. */
const ofFree: PaidText = {
  allOrNothing: 'You’ll get it, or your ticket reopens.',
  restOrShare: 'We’ll resend the rest, or your ticket reopens.',
  on_hold: 'Your order is safe. Orders are sent oldest first. No action needed from you.',
  refused: 'We’re retrying automatically. No action needed from you.',
  heldBack: 'Your player details didn’t match. Our team is in touch with the supplier.',
}
