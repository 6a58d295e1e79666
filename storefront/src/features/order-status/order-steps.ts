import { isOpen } from '@jhatpat/shared/contracts/order-status.ts'
import type { TimelineEntry } from '@jhatpat/shared/contracts/order-timeline.ts'
import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import type { WaitingReason } from '@jhatpat/shared/contracts/waiting-reasons.ts'
import { isolated } from '@jhatpat/shared/ui/format/isolate.ts'
import { plainText, t } from '@jhatpat/shared/ui/texts/translate.ts'
import type { TimelineStep } from '@jhatpat/shared/ui/timeline.tsx'
import { accountText } from '../../lib/account-text.tsx'
import { stateOf } from '../../lib/order-state.ts'
import { endSentence } from './end-sentence.ts'
import { nextStepTexts } from './next-steps.ts'
import { otherSum, rupeesText } from './order-status-text.ts'
import { texts } from './texts.ts'

/** The past, current and next steps of an order. */
export function orderSteps(order: Order): TimelineStep[] {
  const { waitingFor } = stateOf(order)
  const out =
    waitingFor === 'supplier_answer' ? order.timeline.findLast(({ step }) => step === 'sent') : undefined
  const past = order.timeline.filter(
    (entry) =>
      entry.step in stepTexts &&
      entry !== out &&
      !isListedAsCompletion(entry, order) &&
      waitOfStep[entry.step] !== waitingFor,
  )
  return [...past.map(pastStep(order)), ...nextStepTexts(order)]
}

/** Entries that stand for a wait: while it lasts, the current step describes it. */
const waitOfStep: Partial<Record<TimelineEntry['step'], WaitingReason>> = {
  manual: 'manual',
  supplier_deferred: 'supplier_unavailable',
  supplier_review: 'supplier_review',
}

/** The only delivery of a one-unit order is its completion, and is listed once. */
function isListedAsCompletion({ step }: TimelineEntry, { units, status }: Order): boolean {
  return step === 'unit_delivered' && units.total === 1 && status === 'Completed'
}

type StepText = Pick<TimelineStep, 'state' | 'title'> & { text?: string; icon?: TimelineStep['icon'] }

function pastStep(order: Order): (entry: TimelineEntry, index: number) => TimelineStep {
  return (entry, index) => ({
    key: `${entry.step}-${index}`,
    at: entry.at,
    ...stepTexts[entry.step](entry, order),
  })
}

type StepTextOf = (entry: TimelineEntry, order: Order) => StepText

const stepTexts: Record<TimelineEntry['step'], StepTextOf> = {
  ordered: (_entry, order) => ({
    state: 'done',
    title: t(order.redeliveryOf ? 'Free replacement' : 'Ordered'),
    text: t('{item} to {account}', { item: order.itemname, account: accountOf(order) }),
  }),
  paid: ({ amount, reference }, { paymentmode, value }) => ({
    state: 'done',
    title: t('Paid'),
    text:
      paymentmode === 'upi'
        ? `${t('{sum} by UPI.', { sum: rupeesText(amount ?? value) })}${bankText(reference)}`
        : `${t('{sum} from your wallet.', { sum: rupeesText(amount ?? value) })}${reference ? t(' Transaction ID {id}', { id: reference }) : ''}`,
  }),
  sent: (entry, order) => ({
    state: 'done',
    title: t(wasAccepted(entry, order) ? 'Sent to the supplier' : 'Requested from the supplier'),
  }),
  accepted: ({ reference }) => ({
    state: 'done',
    title: t('Accepted by the supplier'),
    ...(reference ? { text: t('Supplier ref. {id}', { id: reference }) } : {}),
  }),
  unit_delivered: ({ reference }) => ({
    state: 'done',
    title: t('Delivered'),
    ...(reference ? { text: t('Delivery ref. {id}', { id: reference }) } : {}),
  }),
  unit_rejected: ({ reason }, order) => ({
    state: 'bad',
    title: t('Rejected by the supplier'),
    icon: 'x',
    // The head of the page says the reason of an order that ended.
    ...(reason && reason !== order.reason ? { text: plainText(reason) } : {}),
  }),
  unit_retried: ({ reason }) => ({
    state: 'done',
    title: t('Our team is resending it'),
    icon: 'repeat',
    ...(reason ? { text: endSentence(reason) } : {}),
  }),
  outcome_unknown: (_entry, { status }) => ({
    state: 'bad',
    title: t('Confirming with the supplier'),
    ...(isOpen(status)
      ? { text: t('We won’t resend until it’s confirmed, so you don’t get a duplicate.') }
      : {}),
  }),
  wait_chosen: (_entry, { lateOffer: offer, points }) => ({
    state: 'done',
    title: t('You chose to wait'),
    ...(offer?.points || points?.late
      ? {
          text: t('+{points} points on delivery', {
            points: (points?.late ?? offer?.points ?? 0).toFixed(2),
          }),
        }
      : {}),
    icon: 'clock',
  }),
  refund_chosen: () => ({ state: 'done', title: t('You requested a refund'), icon: 'undo-2' }),
  supplier_deferred: () => ({ state: 'done', title: t('The supplier was unavailable') }),
  supplier_review: () => ({ state: 'done', title: t('The supplier had a question about the account') }),
  manual: () => ({ state: 'done', title: t('With our team') }),
  credited: ({ amount, reference }) => ({
    state: 'done',
    title: t('Extra payment added to your wallet'),
    text: `${amount === undefined ? t('It wasn’t needed for this order.') : t('{sum} wasn’t needed for this order.', { sum: rupeesText(amount) })}${bankText(reference)}`,
    icon: 'undo-2',
  }),
  completed: (_entry, order) => {
    const delivery = order.timeline.find(({ step }) => step === 'unit_delivered')
    const number = order.units.total === 1 ? delivery?.reference : undefined
    return {
      state: 'end',
      title: t('Delivered'),
      text: `${order.vault ? t(order.vault.length > 1 ? 'Your codes are above. Only you can see them.' : 'Your code is above. Only you can see it.') : t('To {account}.', { account: accountOf(order) })}${number ? ` ${t('Delivery ref. {id}', { id: number })}` : ''}`,
    }
  },
  refunded: ({ amount, reason = '', reference }, order) => {
    const isReasonListed = order.timeline.some(
      (entry) => entry.step === 'unit_rejected' && entry.reason === reason,
    )
    const added = amount === undefined ? '' : t('{sum} added to your wallet.', { sum: rupeesText(amount) })
    const explanation = isReasonListed ? '' : endSentence(otherSum(order) ?? reason)
    return {
      state: 'end',
      title: t('Refunded to your wallet'),
      text: `${added} ${explanation}${bankText(reference)}`.trim(),
      icon: 'undo-2',
    }
  },
  cancelled: ({ reason }) => ({
    state: 'bad',
    title: t('Cancelled by our team'),
    text: plainText(reason || texts.noReason),
    icon: 'ban',
  }),
  failed: ({ reason }, order) => ({
    state: 'bad',
    title: t(stateOf(order).declined ? 'Payment failed' : 'Expired without payment'),
    icon: 'circle-x',
    ...(reason && !stateOf(order).declined ? { text: plainText(reason) } : {}),
  }),
  reported: ({ reason }, { ticket }) => ({
    state: 'done',
    title: t(reports[ticket?.issue ?? 'not_received']),
    text: `${reason ? `“${reason}” ` : ''}${t('All details were shared with our team.')}`,
    icon: 'flag',
  }),
  resolved: ({ reason = '' }) => ({
    state: 'end',
    title: t('Our team replied'),
    text: endSentence(plainText(reason)),
    icon: 'message-circle',
  }),
  redelivered: ({ reason = '' }, { redelivery }) => ({
    state: 'done',
    title: redelivery?.redeliveredUnits
      ? t('We’ll resend {n} of {total} packs, free', {
          n: redelivery.redeliveredUnits.sent,
          total: redelivery.redeliveredUnits.total,
        })
      : t('We’ll resend it, free'),
    ...(reason ? { text: endSentence(reason) } : {}),
    icon: 'repeat',
  }),
  redelivery_arrived: () => ({ state: 'end', title: t('Replacement delivered') }),
  redelivery_failed: () => ({
    state: 'bad',
    title: t('Replacement failed'),
    text: t('Your ticket is open again.'),
    icon: 'x',
  }),
}

const reports = {
  not_received: 'You reported: nothing received',
  partly_received: 'You reported: received less than you paid for',
  wrong_account: 'You reported: sent to another account',
} as const

/** Whether the supplier is known to have accepted this purchase: its next answer says so. */
function wasAccepted(sent: TimelineEntry, { timeline }: Order): boolean {
  const next = timeline.slice(timeline.indexOf(sent) + 1).find(({ step }) => answers.has(step))
  return next?.step === 'accepted' || next?.step === 'unit_delivered'
}

const answers = new Set<TimelineEntry['step']>([
  ...(['sent', 'unit_retried', 'accepted', 'unit_delivered', 'unit_rejected', 'outcome_unknown'] as const),
])

const bankText = (reference = '') => (reference ? t(' UPI ref. no. {id}', { id: reference }) : '')

function accountOf({ username, input1, input2 }: Order): string {
  const account = accountText({ input1, input2 })
  return username ? `${isolated(username)}, ${account}` : account
}
