import { formatPaise } from '../../contracts/money.ts'
import { otpMs } from '../../contracts/otp-life.ts'
import { cutTo, septetsOf, septetsOfOnePart, toGsm7 } from '../../platform/gsm7.ts'
import type { SmsTemplateName } from '../../platform/sms-template-names.ts'
import type { Notification, NotificationFacts } from './notification.ts'

type SmsText = { text: string; template: { name: SmsTemplateName; values: string[] } }

/** Maximum length of a registered template's gap. */
const gapLength = 30

/** When the item's name would be cut shorter than this, the link is left out. */
const shortestItem = 10

/**
 * A notification as a text message of one part, or undefined for kinds that are sent by mail only.
 * @param publicUrl the shop's public address, without trailing slash
 */
export function smsText(notification: Notification, publicUrl: string): SmsText | undefined {
  const name = templateOf(notification)
  if (!name) return undefined
  const page = `${publicUrl}/o/${encodeURIComponent(notification.ref)}`
  const gaps = {
    item: itemOf(notification),
    amount: cutTo(toGsm7(formatPaise(amountOf(notification))), gapLength),
    page,
    code: 'code' in notification.facts ? notification.facts.code : '',
  }
  const withPage = fit(smsTemplates[name], gaps)
  const { text, item } = withPage ?? fitWithoutPage(smsTemplates[name], gaps)
  const values = { item, amount: gaps.amount, page: notification.ref, code: gaps.code }
  const order = [...smsTemplates[name].matchAll(gap)]
  return {
    text,
    template: { name, values: order.map(([, name]) => values[name as keyof typeof values]) },
  }
}

/**
 * An order has one text message: about its end, or about a delay. This selects the kinds with a message; the
 * notifications' ids ensure that there is at most one.
 */
function templateOf(notification: Notification): SmsTemplateName | undefined {
  switch (notification.kind) {
    case 'order_placed':
    case 'topup_more':
    case 'ticket_opened':
    case 'ticket_late':
    case 'order_codes_added':
    case 'ticket_resolved':
    case 'ticket_message':
    case 'redelivery_failed':
    case 'email_taken':
    case 'email_verify':
    case 'password_reset':
    case 'sign_in_link':
    case 'team_invite':
    case 'owner_change':
    case 'owner_alert':
    case 'erasure':
      return undefined
    case 'account_code':
      return 'otp'
    case 'order_refunded':
      return refundTemplate(notification.facts)
    default:
      return notification.kind
  }
}

function refundTemplate({ cause }: NotificationFacts['order_refunded']): SmsTemplateName | undefined {
  switch (cause) {
    case 'rejected':
    case 'by_admin':
      return 'order_refunded'
    case 'late':
      return 'order_paid_late'
    case 'wrong_amount':
      return 'order_wrong_amount'
    case 'paid_twice':
      // The order's end has its own message.
      return undefined
    default:
      return cause satisfies never
  }
}

function amountOf({ facts }: Notification): number {
  if ('backPaise' in facts) return facts.backPaise
  return 'amountPaise' in facts ? facts.amountPaise : 0
}

/** For a partial redelivery the item includes the number of units, since the template says "is delivered". */
function itemOf({ kind, facts }: Notification): string {
  const name = toGsm7('itemname' in facts ? facts.itemname : '') || 'your order'
  if (kind !== 'order_completed' || !facts.again || facts.again === 'whole') return name
  return `${facts.again.sent} of ${facts.again.total} packs of ${name}`
}

type Gaps = { item: string; amount: string; page: string; code: string }

const gap = /\{(item|amount|page|code)\}/g

const fill = (template: string, gaps: Gaps) =>
  template.replaceAll(gap, (_gap, name: keyof Gaps) => gaps[name])

/** Undefined when the item's name does not fit, or the address has characters that a text message cannot contain. */
function fit(template: string, gaps: Gaps): { text: string; item: string } | undefined {
  const length = septetsOf(fill(template, { ...gaps, item: '' }))
  if (length === undefined) return undefined
  const room = Math.min(gapLength, septetsOfOnePart - length)
  if (room < 0 || (template.includes('{item}') && room < shortestItem)) return undefined
  const item = cutTo(gaps.item, room)
  return { text: fill(template, { ...gaps, item }), item }
}

function fitWithoutPage(template: string, gaps: Gaps): { text: string; item: string } {
  const item = cutTo(gaps.item, gapLength)
  return { text: fill(template.replace(' {page}', ''), { ...gaps, item }), item }
}

/**
 * Texts exactly as registered with TRAI (docs/how-to/send-text-messages.md). {item}, {amount} and {code} are gaps.
 * {page} is the shop's own address with the order's id in the gap, since TRAI refuses a link inside a gap.
 */
export const smsTemplates = {
  order_in_hand: 'Jhatpat: {item} is not delivered yet. We are on it. {page}',
  order_completed: 'Jhatpat: {item} is delivered. If something is missing, tell us within 48 hours. {page}',
  order_part_delivered: 'Jhatpat: {item} came in part. {amount} for the rest is back in your wallet. {page}',
  order_refunded: 'Jhatpat: {amount} for {item} is back in your wallet. {page}',
  order_paid_late:
    'Jhatpat: {amount} for {item} came after the order had closed. It is in your wallet. {page}',
  order_wrong_amount:
    'Jhatpat: {amount} came for {item}, which is not its price. It is in your wallet. {page}',
  order_cancelled: 'Jhatpat: your order of {item} was cancelled. The reason is on its page. {page}',
  topup_received: 'Jhatpat: your top-up of {amount} is in your wallet. {page}',
  otp: `Jhatpat: {code} is your code, good for ${otpMs / 60_000} minutes. Tell it to nobody: we never ask for it.`,
  account_exists: 'Jhatpat: someone, maybe you, wants an account for this number. It has one: login with it.',
  contact_changed:
    'Jhatpat: the number or email of your account was changed. Not you? Undo it by the link in your mail.',
} as const satisfies Record<SmsTemplateName, string>

/**
 * A template as it is registered.
 * @param publicUrl the shop's public address, without trailing slash
 */
export function templateToRegister(name: SmsTemplateName, publicUrl: string): string {
  return smsTemplates[name]
    .replace('{page}', `${publicUrl}/o/{#var#}`)
    .replaceAll('{item}', '{#var#}')
    .replaceAll('{amount}', '{#var#}')
    .replaceAll('{code}', '{#var#}')
}
