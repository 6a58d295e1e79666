import { createFast2Sms } from './fast2sms.ts'
import type { SmsSender } from './sms-sender.ts'

/** Named as in the environment. */
export type SmsSettings = {
  SMS_URL: string
  SMS_KEY: string
  SMS_ROUTE: 'q' | 'dlt'
  SMS_SENDER_ID: string
  SMS_TEMPLATES: Readonly<Record<string, string>>
  GATEWAY_TIMEOUT_MS: number
}

export type SmsSenderName = keyof typeof smsSenders

/** Every SMS provider. */
export const smsSenders = {
  fast2sms: (settings: SmsSettings): SmsSender =>
    createFast2Sms({
      baseUrl: settings.SMS_URL,
      key: settings.SMS_KEY,
      timeoutMs: settings.GATEWAY_TIMEOUT_MS,
      route: settings.SMS_ROUTE,
      senderId: settings.SMS_SENDER_ID,
      templates: settings.SMS_TEMPLATES,
    }),
}

/** The provider of the shop's text messages. */
export function createSmsSender(settings: SmsSettings, name: SmsSenderName = 'fast2sms'): SmsSender {
  return smsSenders[name](settings)
}
