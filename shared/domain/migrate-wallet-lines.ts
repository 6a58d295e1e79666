import type { ClientSession, Types } from 'mongoose'
import { inTransaction } from '../platform/mongo.ts'
import {
  accounts,
  LedgerModel,
  type MovementDoc,
  MovementModel,
  type WalletAfter,
  WalletModel,
} from './wallet/index.ts'

const unfilled = { after: { $exists: false } }

/** Lines of before do not tell how the wallet stood afterwards; the ledger does, where it explains the whole balance. */
export async function fillWalletLines(): Promise<void> {
  for await (const { _id } of WalletModel.find({}, { _id: 1 }).lean().cursor()) await fillLinesOf(_id)
  await MovementModel.collection.updateMany(unfilled, { $set: { after: null } })
}

function fillLinesOf(owner: Types.ObjectId): Promise<void> {
  return inTransaction(async (session) => {
    const lines = await MovementModel.find({ userId: owner, status: 'Success', ...unfilled }, null, {
      session,
    })
      .sort({ createdAt: 1 })
      .lean<MovementDoc[]>()
    if (lines.length === 0) return
    const stands = await standsOf(owner, session)
    const writes = lines.flatMap((line) => {
      const after = stands.get(keyOf(movedAt(line), line.amountPaise))?.shift()
      if (!after) return []
      return [{ updateOne: { filter: { _id: line._id, ...unfilled }, update: { $set: { after } } } }]
    })
    if (writes.length > 0) await MovementModel.collection.bulkWrite(writes as never, { session })
  })
}

/** How the wallet stood after each of its postings, by their time and amount; nothing unless they add up to it. */
async function standsOf(owner: Types.ObjectId, session: ClientSession): Promise<Map<string, WalletAfter[]>> {
  const account = accounts.wallet(owner)
  const wallet = await WalletModel.findById(owner, null, { session }).lean()
  const sets = await LedgerModel.find({ 'postings.account': account }, null, { session })
    .sort({ at: 1 })
    .lean()
  const stands = new Map<string, WalletAfter[]>()
  let balancePaise = 0
  let lowest = 0
  let version = 0
  for (const { at, postings } of sets) {
    const { amountPaise = 0 } = postings.find((one) => one.account === account) ?? {}
    balancePaise += amountPaise
    lowest = Math.min(lowest, balancePaise)
    version += 1
    const key = keyOf(at, amountPaise)
    stands.set(key, [...(stands.get(key) ?? []), { balancePaise, version, at }])
  }
  return lowest === 0 && balancePaise === wallet?.balancePaise ? stands : new Map()
}

/** A line and its posting were written with one time. */
const movedAt = ({ kind, history, createdAt }: MovementDoc) =>
  (kind === 'topup' && history.findLast(({ to }) => to === 'Success')?.at) || createdAt

const keyOf = (at: Date, amountPaise: number) => `${at.getTime()} ${amountPaise}`
