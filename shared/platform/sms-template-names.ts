/**
 * The text messages that may be registered as templates. Their texts are in
 * `domain/notifications/sms-templates.ts`.
 */
export const smsTemplateNames = [
  'order_in_hand',
  'order_completed',
  'order_part_delivered',
  'order_refunded',
  'order_paid_late',
  'order_wrong_amount',
  'order_cancelled',
  'topup_received',
  'otp',
  'account_exists',
  'contact_changed',
] as const
export type SmsTemplateName = (typeof smsTemplateNames)[number]

const knownNames: readonly string[] = smsTemplateNames

/**
 * Parses `order_completed=123456,…`: the provider's id of each template by our name of it. @throws
 * on an unknown name
 */
export function readSmsTemplates(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(',').filter(Boolean)
  const templates = Object.fromEntries(pairs.map((pair) => pair.split('=')))
  if (Object.keys(templates).every((name) => knownNames.includes(name))) return templates
  throw new Error(`names a template that there is not; there are ${knownNames.join(', ')}`)
}
