import { type ClientSession, Types } from 'mongoose'
import { toRupees } from '../../contracts/money.ts'
import type { PointsLine } from '../../contracts/points.ts'
import { AppError } from '../../platform/app-error.ts'
import { batchDelays, groupCommit } from '../../platform/batches/index.ts'
import { insertValidated } from '../../platform/insert-validated.ts'
import { ignoreDuplicate, inTransaction } from '../../platform/mongo.ts'
import { toPoints } from './point-rules.ts'
import {
  type IPointsBalance,
  type IPointsEntry,
  PointsBalanceModel,
  PointsEntryModel,
  pointAccounts,
} from './points-model.ts'

/** Points credited to a customer (`hundredths` above 0) or debited, and the other account. */
export type PointMove = Pick<IPointsEntry, 'kind' | 'ref' | 'note'> & {
  userId: Types.ObjectId
  hundredths: number
  other: typeof pointAccounts.issued | typeof pointAccounts.redeemed
  valuePaise?: number
  /** For a late delivery: the day in India whose limit the points count towards. */
  lateOf?: string
}

/**
 * The only writer of points: changes the balance and appends the entry in the caller's transaction.
 * @returns the new balance in hundredths of a point
 * @throws AppError insufficient_points when the balance would fall below zero
 * @throws a duplicate-key error (see `isDuplicateKey`) when the cause was posted before
 */
export async function postPoints(tx: ClientSession, move: PointMove, at: Date): Promise<number> {
  const { kind, ref, userId, hundredths } = move
  if (!Number.isSafeInteger(hundredths) || hundredths === 0) {
    throw new Error(`${kind}/${ref} moves ${hundredths} hundredths of a point`)
  }
  const late = move.lateOf && {
    day: move.lateOf,
    hundredths: hundredths + (await latePointsOf(tx, userId, move.lateOf)),
  }
  const points = await PointsBalanceModel.findOneAndUpdate(
    { _id: userId, ...(hundredths < 0 ? { hundredths: { $gte: -hundredths } } : {}) },
    { $inc: { hundredths }, ...(late && { $set: { late } }) },
    { session: tx, returnDocument: 'after', upsert: hundredths > 0 },
  ).lean<IPointsBalance | null>()
  if (!points) throw new AppError('insufficient_points', { field: 'value' })
  await insertValidated(PointsEntryModel, [entryOf(move, at)], tx)
  return points.hundredths
}

/** Hundredths of a point that a customer can still get for late deliveries on a day, read in the transaction. */
export async function latePointsLeft(
  tx: ClientSession,
  { userId, day, limit }: { userId: Types.ObjectId; day: string; limit: number },
): Promise<number> {
  return Math.max(0, limit - (await latePointsOf(tx, userId, day)))
}

async function latePointsOf(tx: ClientSession, userId: Types.ObjectId, day: string): Promise<number> {
  const points = await PointsBalanceModel.findById(userId).session(tx).lean<IPointsBalance | null>()
  return points?.late?.day === day ? points.late.hundredths : 0
}

/** A credit of points, and its time. */
export type PointGain = { move: PointMove; at: Date }

/**
 * Posts credits that an earlier write owes. It can be repeated and run concurrently: the entry's id is its cause, so a
 * credit that was posted stays as it is. Concurrent calls share a transaction.
 */
export const postOwedPoints = groupCommit<PointGain, void>({
  one: async (gain) => {
    await ignoreDuplicate(() => inTransaction((tx) => postGains(tx, [gain])))
  },
  many: async (tx, gains) => {
    await postGains(tx, gains)
    return gains.map(() => undefined)
  },
  keyOf: ({ move }) => entryIdOf(move),
  batchDelayMs: batchDelays.background,
})

/** @throws a duplicate-key error when one of the causes was posted before */
async function postGains(tx: ClientSession, gains: readonly PointGain[]): Promise<void> {
  for (const { move } of gains) {
    if (!(Number.isSafeInteger(move.hundredths) && move.hundredths > 0)) {
      throw new Error(`${entryIdOf(move)} gives ${move.hundredths} hundredths of a point`)
    }
  }
  await PointsBalanceModel.bulkWrite(
    gains.map(({ move: { userId, hundredths } }) => ({
      updateOne: { filter: { _id: userId }, update: { $inc: { hundredths } }, upsert: true },
    })),
    { session: tx },
  )
  const entries = gains.map(({ move, at }) => entryOf(move, at))
  await insertValidated(PointsEntryModel, entries, tx)
}

/** Whether the points of a cause are posted, as the transaction sees it. */
export async function isPosted(tx: ClientSession, move: Pick<PointMove, 'kind' | 'ref'>): Promise<boolean> {
  return (await PointsEntryModel.exists({ _id: entryIdOf(move) }).session(tx)) !== null
}

const entryIdOf = ({ kind, ref }: Pick<PointMove, 'kind' | 'ref'>): string => `${kind}:${ref}`

function entryOf(move: PointMove, at: Date): IPointsEntry {
  const { kind, ref, note, userId, hundredths, other, valuePaise = 0 } = move
  const postings = [
    { account: pointAccounts.owner(userId), hundredths },
    { account: other, hundredths: -hundredths },
  ]
  return { _id: entryIdOf(move), kind, ref, note, postings, valuePaise, at }
}

/** A customer's balance in hundredths of a point; 0 without any. */
export async function pointsBalance(userId: Types.ObjectId | string, tx?: ClientSession): Promise<number> {
  const points = await PointsBalanceModel.findById(new Types.ObjectId(userId))
    .session(tx ?? null)
    .lean<IPointsBalance | null>()
  return points?.hundredths ?? 0
}

/** Maximum number of entries listed. */
const maxListed = 30

/** A customer's point entries, the latest first. */
export async function listPoints(userId: string): Promise<PointsLine[]> {
  const account = pointAccounts.owner(userId)
  const entries = await PointsEntryModel.find({ 'postings.account': account })
    .sort({ at: -1, _id: -1 })
    .limit(maxListed)
    .lean<IPointsEntry[]>()
  return entries.map(({ _id, kind, ref, note, postings, valuePaise, at }) => ({
    id: _id,
    kind,
    ...(kind === 'redeemed' ? { worth: toRupees(valuePaise) } : { orderid: ref }),
    note,
    points: toPoints(postings.find((posting) => posting.account === account)?.hundredths ?? 0),
    at: at.toISOString(),
  }))
}
