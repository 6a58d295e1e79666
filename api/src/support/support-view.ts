import type { ReplyOf } from '@jhatpat/shared/contracts/route.ts'
import type { supportContact } from '@jhatpat/shared/contracts/support.ts'
import { addressOfSender } from '@jhatpat/shared/domain/notifications/index.ts'
import type { Env } from '@jhatpat/shared/platform/env.ts'
import { isPublicDomain } from '@jhatpat/shared/platform/production-checks.ts'

/**
 * How customers reach the shop. An example address is omitted, except in a demo, which has no
 * other; so is an unset one. `mail` is always set: in production it is no example.
 */
export function supportView(env: Env): ReplyOf<typeof supportContact> {
  const reachable = (address: string) =>
    !isPublicDomain(address) && !env.SIMULATED_PROVIDERS ? null : address || null
  const contact = reachable(env.SUPPORT_CONTACT)
  const social = [
    { name: 'Instagram', href: reachable(env.SOCIAL_INSTAGRAM) },
    { name: 'YouTube', href: reachable(env.SOCIAL_YOUTUBE) },
    { name: 'Telegram', href: reachable(env.SOCIAL_TELEGRAM) },
  ]
  const sender = addressOfSender(env.MAIL_FROM)
  return {
    contact: contact ?? reachable(sender),
    mail: sender,
    phone: env.SUPPORT_PHONE || null,
    chat: reachable(env.SUPPORT_CHAT_URL),
    social: social.flatMap(({ name, href }) => (href ? [{ name, href }] : [])),
    seller: env.SELLER_NAME || null,
    grievance: env.GRIEVANCE_OFFICER
      ? { name: env.GRIEVANCE_OFFICER, contact: reachable(env.GRIEVANCE_CONTACT) ?? contact }
      : null,
    answerHours: env.TICKET_REPLY_HOURS,
  }
}
