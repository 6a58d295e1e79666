import type { PushSender } from './push-sender.ts'
import { createWebPush } from './web-push.ts'

/** Named as in the environment. */
export type PushSettings = {
  PUSH_PRIVATE_KEY: string
  PUSH_EXTRA_ORIGIN: string
  SECURITY_CONTACT: string
  GATEWAY_TIMEOUT_MS: number
}

/** The sender of push messages; undefined, and push is not offered, without a key. */
export function createPushSender(settings: PushSettings): PushSender | undefined {
  if (settings.PUSH_PRIVATE_KEY === '') return undefined
  return createWebPush({
    privateKey: settings.PUSH_PRIVATE_KEY,
    contact: settings.SECURITY_CONTACT,
    timeoutMs: settings.GATEWAY_TIMEOUT_MS,
    extraOrigin: settings.PUSH_EXTRA_ORIGIN,
  })
}
