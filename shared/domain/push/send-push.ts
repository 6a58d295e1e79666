import { earliest } from '../../platform/due-tasks.ts'
import type { Deps } from '../deps.ts'
import {
  cancelSending,
  type Notification,
  recordSending,
  type SendAnswer,
  startSending,
} from '../notifications/index.ts'
import { pushTexts } from './push-texts.ts'
import { pushDevicesOf, removeSubscription } from './subscribe.ts'
import type { IPushSubscription } from './subscription-model.ts'

type PushDeps = Pick<Deps, 'push' | 'clock' | 'log'>

type PushContext = {
  /** The order's customer, by `_id` in hex. */
  userId: string
  /** When the event happened; browsers subscribed after that are skipped. */
  eventAt: Date
  /** The current notification, or undefined when it no longer applies. */
  reread(): Promise<Notification | undefined>
}

/**
 * Notifies a user's browsers, each once, even when called repeatedly or concurrently; the counterpart of
 * `notifyCustomer`.
 * @returns when to call again, when something is still to be sent
 */
export async function sendPush(
  deps: PushDeps,
  notification: Notification,
  { userId, eventAt, reread }: PushContext,
): Promise<Date | undefined> {
  if (!deps.push || !pushTexts(notification)) return undefined
  const devices = (await pushDevicesOf(userId)).filter(({ since }) => since <= eventAt)
  const again = await Promise.all(devices.map((device) => pushOnce(deps, { notification, device, reread })))
  return earliest(again) ?? undefined
}

type PushAttempt = { notification: Notification; device: IPushSubscription; reread: PushContext['reread'] }

async function pushOnce(
  deps: PushDeps,
  { notification, device, reread }: PushAttempt,
): Promise<Date | undefined> {
  const start = await startSending(notification, `push/${device._id}`, deps.clock)
  if ('state' in start) return start.state.againAt
  const answer = await send(deps, device, reread).catch(async (error: unknown) => {
    await cancelSending(start.attempt, deps.clock)
    throw error
  })
  if (!answer) {
    await cancelSending(start.attempt, deps.clock)
    return deps.clock.now()
  }
  const sent = await recordSending(start.attempt, answer, deps.clock)
  const { kind, ref, attempts } = start.attempt
  if (sent.status !== 'accepted') {
    deps.log.warn({ kind, ref, attempts, answer: answer.note }, `a push is ${sent.status}`)
  }
  return sent.againAt
}

/** @returns undefined when the notification no longer applies */
async function send(
  { push }: PushDeps,
  device: IPushSubscription,
  reread: PushContext['reread'],
): Promise<SendAnswer | undefined> {
  const current = await reread()
  const message = current && pushTexts(current)
  if (!message) return undefined
  // Read immediately before sending: after a sign-out the browser must not show another person's orders.
  const isSubscribed = (await pushDevicesOf(device.userId.toHexString())).some(
    ({ _id }) => _id === device._id,
  )
  if (!push || !isSubscribed) return { kind: 'rejected', note: 'This browser is signed out.' }
  const result = await push.send(device, message)
  const note = result.message
  if (result.kind === 'deferred') return { ...result, note }
  if (result.kind !== 'gone') return { kind: result.kind, note }
  await removeSubscription(device)
  return { kind: 'rejected', note }
}
