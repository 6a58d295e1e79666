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

type Pushed = {
  /** Whose order it is, by `_id` in hex. */
  userId: string
  /** When what it tells happened: a browser that asked for news after that does not hear of it. */
  eventAt: Date
  /** The notification as it is now, or undefined when it is not true any more. */
  reread(): Promise<Notification | undefined>
}

/**
 * Tells a user's browsers, each once however often and by however many this is called, as `notifyCustomer` does by mail.
 * @returns when to come back, where something is still to be sent
 */
export async function sendPush(
  deps: PushDeps,
  notification: Notification,
  { userId, eventAt, reread }: Pushed,
): Promise<Date | undefined> {
  if (!deps.push || !pushTexts(notification)) return undefined
  const devices = (await pushDevicesOf(userId)).filter(({ since }) => since <= eventAt)
  const again = await Promise.all(devices.map((device) => pushOnce(deps, { notification, device, reread })))
  return earliest(again) ?? undefined
}

type One = { notification: Notification; device: IPushSubscription; reread: Pushed['reread'] }

async function pushOnce(deps: PushDeps, { notification, device, reread }: One): Promise<Date | undefined> {
  const start = await startSending(notification, `push/${device._id}`, deps.clock)
  if ('theirs' in start) return start.theirs.againAt
  const answer = await send(deps, device, reread).catch(async (error: unknown) => {
    await cancelSending(start.mine, deps.clock)
    throw error
  })
  if (!answer) {
    await cancelSending(start.mine, deps.clock)
    return deps.clock.now()
  }
  const sent = await recordSending(start.mine, answer, deps.clock)
  const { kind, ref, attempts } = start.mine
  if (sent.status !== 'accepted') {
    deps.log.warn({ kind, ref, attempts, answer: answer.note }, `a push is ${sent.status}`)
  }
  return sent.againAt
}

/** Undefined when what it would say is not true any more. */
async function send(
  { push }: PushDeps,
  device: IPushSubscription,
  reread: Pushed['reread'],
): Promise<SendAnswer | undefined> {
  const now = await reread()
  const words = now && pushTexts(now)
  if (!words) return undefined
  // Read as late as can be: a sign-out since then must not be followed by somebody's news.
  const isSubscribed = (await pushDevicesOf(device.userId.toHexString())).some(
    ({ _id }) => _id === device._id,
  )
  if (!push || !isSubscribed) return { kind: 'rejected', note: 'This browser is signed out.' }
  const result = await push.send(device, words)
  const note = result.message
  if (result.kind === 'deferred') return { ...result, note }
  if (result.kind !== 'gone') return { kind: result.kind, note }
  await removeSubscription(device)
  return { kind: 'rejected', note }
}
