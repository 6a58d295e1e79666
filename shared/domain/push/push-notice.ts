import { earliest } from '../../platform/due.ts'
import type { Deps } from '../deps.ts'
import {
  claimNotice,
  type Notice,
  recordSending,
  releaseNotice,
  type SendAnswer,
} from '../notifications/index.ts'
import { pushWords } from './push-words.ts'
import { devicesOf, forget } from './subscribe.ts'
import type { IPushSubscription } from './subscription-model.ts'

type PushDeps = Pick<Deps, 'push' | 'clock' | 'log'>

type Pushed = {
  /** Whose order it is, by `_id` in hex. */
  userId: string
  /** When what it tells happened: a browser that asked for news after that does not hear of it. */
  happenedAt: Date
  /** The notice as it is now, or undefined when it is not true any more. */
  reread(): Promise<Notice | undefined>
}

/**
 * Tells a user's browsers, each once however often and by however many this is called, as `notifyCustomer` does by mail.
 * @returns when to come back, where something is still to be sent
 */
export async function pushNotice(
  deps: PushDeps,
  notice: Notice,
  { userId, happenedAt, reread }: Pushed,
): Promise<Date | undefined> {
  if (!deps.push || !pushWords(notice)) return undefined
  const devices = (await devicesOf(userId)).filter(({ since }) => since <= happenedAt)
  const again = await Promise.all(devices.map((device) => pushOnce(deps, { notice, device, reread })))
  return earliest(again) ?? undefined
}

type One = { notice: Notice; device: IPushSubscription; reread: Pushed['reread'] }

async function pushOnce(deps: PushDeps, { notice, device, reread }: One): Promise<Date | undefined> {
  const claim = await claimNotice(notice, `push/${device._id}`, deps.clock)
  if ('theirs' in claim) return claim.theirs.againAt
  const answer = await send(deps, device, reread).catch(async (error: unknown) => {
    await releaseNotice(claim.mine, deps.clock)
    throw error
  })
  if (!answer) {
    await releaseNotice(claim.mine, deps.clock)
    return deps.clock.now()
  }
  const sent = await recordSending(claim.mine, answer, deps.clock)
  const { kind, ref, attempts } = claim.mine
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
  const words = now && pushWords(now)
  if (!words) return undefined
  // Read as late as can be: a sign-out since then must not be followed by somebody's news.
  const stands = (await devicesOf(device.userId.toHexString())).some(({ _id }) => _id === device._id)
  if (!push || !stands) return { kind: 'refused', note: 'This browser is signed out.' }
  const result = await push.send(device, words)
  const note = result.message
  if (result.kind === 'later') return { ...result, note }
  if (result.kind !== 'gone') return { kind: result.kind, note }
  await forget(device)
  return { kind: 'refused', note }
}
