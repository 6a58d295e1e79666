import { randomUUID } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import { together } from '../../platform/in-groups.ts'
import { insertEach } from '../../platform/insert-each.ts'
import { keepTrying } from '../../platform/keep-trying.ts'
import { eachByItself } from '../../platform/mongo.ts'
import type { Notice } from './notice.ts'
import {
  channelOf,
  type INotice,
  NoticeModel,
  type NoticeStatus,
  type NoticeWay,
  noticeId,
} from './notice-model.ts'

/** Longer than any provider's time-out: whoever was sending is gone and never wrote down the answer. */
const lostAfterMs = 120_000

const minuteMs = 60_000
/** Waits after the first attempts; the last repeats. */
const waitsMs = [1, 5, 15, 60].map((minutes) => minutes * minuteMs)
/** A message that is older helps nobody. */
const givenUpAfterMs = 24 * 60 * minuteMs

/** `isPlanned`: by our own rule, and no trouble. */
export type SendAnswer = { isPlanned?: true } & (
  | { kind: 'accepted' | 'refused' | 'unknown'; note: string }
  | { kind: 'later'; note: string; waitMs?: number; stops?: 'account' | 'server' }
)

/** Where a notice stands on one channel, and when to come back to it. */
export type Sent = { status: NoticeStatus; againAt?: Date }

/** A notice that is this process's alone to send. */
export type Claimed = Pick<INotice, '_id' | 'kind' | 'ref' | 'channel' | 'attempts' | 'firstAt'>

/** A notice that is taken, or where it stands with somebody else. */
export type Claim = { mine: Claimed } | { theirs: Sent }

/**
 * Takes a notice for sending one way: written before the call, so that nothing goes out twice. Theirs when it
 * has gone out or ended, when somebody else is at it, or when its next try has to wait.
 */
export async function claimNotice(notice: Notice, way: NoticeWay, clock: Clock): Promise<Claim> {
  const now = clock.now()
  const { kind, ref, occasion = '' } = notice
  const _id = noticeId(notice, way)
  const wanted = { _id, kind, ref, occasion, channel: channelOf(way), now }
  const mine = (await claimFirst(wanted)) ?? (await claimAgain(wanted))
  return mine ? { mine } : { theirs: await standingOf(_id, now) }
}

type Wanted = Pick<INotice, '_id' | 'kind' | 'ref' | 'occasion' | 'channel'> & { now: Date }

/** A mail and its text message are asked for in one turn. */
const ofOneTurn = { gatherMs: 0 }

/** All that are wanted at the same time are one command; of two who want the same one it is one's alone. */
const claimFirst = together<Wanted, Claimed | undefined>(async (wanted) => {
  // A mark for each: two of one notice may be in one group.
  const notices = wanted.map(({ now, ...notice }) => ({
    ...{ ...notice, claimedBy: randomUUID(), status: 'sending' as const, attempts: 1 },
    ...{ firstAt: now, sendingSince: now, createdAt: now, updatedAt: now },
  }))
  const claims = await insertEach(NoticeModel.collection, notices satisfies INotice[], 'claimedBy')
  return notices.map((notice, index) => {
    const isMine = claims[index]
    return isMine instanceof Error ? isMine : isMine ? notice : undefined
  })
}, ofOneTurn)

/** A notice that was not sent, and whose next try is due. */
async function claimAgain({ _id, kind, occasion, now }: Wanted): Promise<Claimed | undefined> {
  const claimed = await NoticeModel.findOneAndUpdate(
    { _id, status: 'later', nextAt: { $lte: now } },
    { $set: { kind, occasion, status: 'sending', sendingSince: now }, $inc: { attempts: 1 } },
    { returnDocument: 'after' },
  ).lean<INotice | null>()
  return claimed ?? undefined
}

/** Writes down what came of a claimed notice. */
export async function recordSending(claimed: Claimed, answer: SendAnswer, clock: Clock): Promise<Sent> {
  const { kind, note } = answer
  const sent = answer.kind === 'later' ? afterLater(claimed, answer.waitMs, clock.now()) : { status: kind }
  const nextAt = sent.againAt ? { nextAt: sent.againAt } : {}
  await keepTrying(() => update(claimed, { status: sent.status, answer: note, ...nextAt }))
  return sent
}

/** Gives a claimed notice back unsent: what it would say is not true any more, or could not be found out. */
export async function releaseNotice(claimed: Claimed, clock: Clock): Promise<void> {
  const nextAt = clock.now()
  await keepTrying(() => update(claimed, { status: 'later', nextAt }))
}

type Answered = { claimed: Claimed; set: Partial<INotice> }

const update = (claimed: Claimed, set: Partial<INotice>) => record({ claimed, set })

/** In ms: what was sent was sent, and nobody waits for the note. */
const untilOthersEnd = { gatherMs: 15 }

/** Safe to repeat: who has taken it since has another number of attempts. */
const record = together<Answered, void>(async (answers) => {
  const writes = answers.map(({ claimed: { _id, attempts }, set }) => ({
    updateOne: { filter: { _id, status: 'sending' as const, attempts }, update: { $set: set } },
  }))
  await NoticeModel.bulkWrite(writes, eachByItself)
  return []
}, untilOthersEnd)

function afterLater({ attempts, firstAt }: Claimed, waitMs = 0, now: Date): Sent {
  const pauseMs = Math.max(waitMs, waitsMs[Math.min(attempts, waitsMs.length) - 1] ?? 0)
  const againAt = new Date(now.getTime() + pauseMs)
  if (againAt.getTime() - firstAt.getTime() > givenUpAfterMs) return { status: 'given_up' }
  return { status: 'later', againAt }
}

async function standingOf(_id: string, now: Date): Promise<Sent> {
  const notice = await NoticeModel.findById(_id).lean<INotice | null>()
  if (!notice) return { status: 'later', againAt: now }
  const { status, attempts, nextAt } = notice
  if (status === 'later') return { status, againAt: nextAt ?? now }
  if (status !== 'sending') return { status }
  const lostAt = new Date(notice.sendingSince.getTime() + lostAfterMs)
  if (lostAt > now) return { status, againAt: lostAt }
  await NoticeModel.updateOne(
    { _id, status, attempts },
    { $set: { status: 'unknown', answer: 'The process ended before the answer came.' } },
  )
  return { status: 'unknown' }
}
