import type { NamedCall } from '../use-call.ts'
import { readPushChoice } from './own-choice.ts'
import { addressOf, canPush } from './this-browser.ts'

/**
 * Whoever signs in on this device gets news of their own orders alone: who turned it on here has it again, and what
 * somebody else left behind ends. A sign-out ends it at the server; what is shown still goes with it.
 * @param userId the person who is signed in, or undefined
 */
export async function restoreOwnPush(userId: string | undefined, call: NamedCall): Promise<void> {
  if (!canPush()) return
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration) return
  if (userId === undefined) {
    for (const shown of await registration.getNotifications()) shown.close()
    return
  }
  const subscription = await registration.pushManager.getSubscription()
  if (!subscription) return
  const choice = await readPushChoice()
  if (choice?.kind !== 'on' || choice.userId !== userId) {
    await subscription.unsubscribe()
    return
  }
  const { publicKey, here } = await call('pushState')
  if (publicKey && !here) await call('pushOn', { body: addressOf(subscription) })
}
