import type { SmsTemplateName } from '../../platform/sms-template-names.ts'

/**
 * The texts of our messages, to the letter as they are registered with TRAI (docs/how-to/send-text-messages.md). {item},
 * {amount} and {code} are gaps; {page} is the shop's own address with the order's id in the gap, since a link inside a gap is
 * refused.
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
  otp: 'Jhatpat: {code} is your code, good for 10 minutes. Tell it to nobody: we never ask for it.',
  account_exists: 'Jhatpat: someone, maybe you, wants an account for this number. It has one: login with it.',
  contact_changed:
    'Jhatpat: our team has changed the number or email of your account. Not you? Undo it by the link in your mail.',
} as const satisfies Record<SmsTemplateName, string>

/** A template as it is registered. @param publicUrl without a slash at the end */
export function templateToRegister(name: SmsTemplateName, publicUrl: string): string {
  return smsTemplates[name]
    .replace('{page}', `${publicUrl}/o/{#var#}`)
    .replaceAll('{item}', '{#var#}')
    .replaceAll('{amount}', '{#var#}')
    .replaceAll('{code}', '{#var#}')
}
