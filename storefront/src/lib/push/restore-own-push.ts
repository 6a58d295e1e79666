import type { NamedCall } from '../use-call.ts'
import { readPushChoice } from './own-choice.ts'
import { addressOf, canPush } from './this-browser.ts'

/**
 * Restores the notifications of the user who signs in, if they were on here, and ends those of another user:
 * a device shows only notifications of the signed-in user's orders. A sign-out ends them at the server;
 * notifications on the screen are removed here.
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
  const { publicKey, here: serverSide } = await call('pushState')
  if (publicKey && !serverSide) await call('pushOn', { body: addressOf(subscription) })
}
