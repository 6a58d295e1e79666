import type { PushMessage } from '../../providers/push/push-sender.ts'
import type { Deps } from '../deps.ts'
import type { Notification, OutgoingMessage, SendAnswer } from '../notifications/index.ts'
import { pushTexts } from './push-texts.ts'
import { pushDevicesOf, removeSubscription } from './subscribe.ts'
import type { IPushSubscription } from './subscription-model.ts'

type PushDeps = Pick<Deps, 'push'>

/**
 * A notification's push messages, one for each of a user's browsers.
 * @param about `userId`: the `_id` in hex; `eventAt`: when the event happened; browsers subscribed after that are skipped
 */
export async function pushMessages(
  deps: PushDeps,
  notification: Notification,
  about: { userId: string; eventAt: Date },
): Promise<OutgoingMessage[]> {
  const text = pushTexts(notification)
  if (!deps.push || !text) return []
  const devices = await pushDevicesOf(about.userId)
  return devices
    .filter(({ since }) => since <= about.eventAt)
    .map((device) => ({
      notification,
      channel: `push/${device._id}`,
      send: () => sendPush(deps, device, text),
    }))
}

/** An ended subscription is no failure. */
async function sendPush(
  { push }: PushDeps,
  device: IPushSubscription,
  text: PushMessage,
): Promise<SendAnswer> {
  // Read immediately before sending: after a sign-out the browser must not show another person's orders.
  const devices = await pushDevicesOf(device.userId.toHexString()).catch(String)
  if (typeof devices === 'string') return { kind: 'deferred', note: devices }
  if (!push || !devices.some(({ _id }) => _id === device._id)) {
    return { kind: 'rejected', note: 'This browser is signed out.', isPlanned: true }
  }
  const result = await push.send(device, text)
  const note = result.message
  if (result.kind === 'deferred') return { ...result, note }
  if (result.kind !== 'gone') return { kind: result.kind, note }
  await removeSubscription(device)
  return { kind: 'rejected', note, isPlanned: true }
}
