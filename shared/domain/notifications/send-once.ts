import type { Clock } from '../../platform/clock.ts'
import { isDuplicateKey } from '../../platform/mongo.ts'
import type { Notice } from './notice.ts'
import { type NoticeChannel, NoticeModel, type NoticeStatus } from './notice-model.ts'

/** Longer than any provider's time-out: whoever was sending is gone and never wrote down the answer. */
const lostAfterMs = 120_000

/** What a provider refused so often it will not take. */
const maxAttempts = 5

export type SendAnswer = { kind: 'accepted' | 'refused' | 'unknown'; note: string }

type Channel = {
  name: NoticeChannel
  /** Whether a definite refusal may be tried again. */
  retriesRefused: boolean
  send(): Promise<SendAnswer>
}

/**
 * Sends a notice by one channel unless it was, or someone else is at it. `sending` is written before the call,
 * so that nothing goes out twice.
 * @returns the notice's status now, and whether a later try is worth while
 */
export async function sendOnce(
  notice: Notice,
  channel: Channel,
  clock: Clock,
): Promise<{ status: NoticeStatus; retry: boolean }> {
  const _id = await plan(notice, channel.name)
  await giveUpLost(_id, clock)
  const claimed = await NoticeModel.findOneAndUpdate(
    channel.retriesRefused
      ? { _id, status: { $in: ['planned', 'refused'] }, attempts: { $lt: maxAttempts } }
      : { _id, status: 'planned' },
    { $set: { status: 'sending', sendingSince: clock.now() }, $inc: { attempts: 1 } },
    { returnDocument: 'after' },
  ).lean()
  if (!claimed) return { status: await statusOf(_id), retry: false }

  const { kind, note } = await channel.send()
  await NoticeModel.updateOne({ _id, status: 'sending' }, { $set: { status: kind, answer: note } })
  const retry = channel.retriesRefused && kind === 'refused' && claimed.attempts < maxAttempts
  return { status: kind, retry }
}

/** @returns the notice's id */
async function plan({ ref, kind, occasion = '' }: Notice, channel: NoticeChannel): Promise<string> {
  const _id = [ref, kind, occasion, channel].join('/')
  const planned = { ref, kind, occasion, channel, status: 'planned', attempts: 0 }
  try {
    await NoticeModel.updateOne({ _id }, { $setOnInsert: planned }, { upsert: true })
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
  }
  return _id
}

async function giveUpLost(_id: string, clock: Clock): Promise<void> {
  const since = new Date(clock.now().getTime() - lostAfterMs)
  await NoticeModel.updateOne(
    { _id, status: 'sending', sendingSince: { $lt: since } },
    { $set: { status: 'unknown', answer: 'The process ended before the answer came.' } },
  )
}

async function statusOf(_id: string): Promise<NoticeStatus> {
  const notice = await NoticeModel.findById(_id).select('status').lean()
  return notice?.status ?? 'unknown'
}
