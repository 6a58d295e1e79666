import mongoose from 'mongoose'
import { AdminRequestModel } from './approvals/index.ts'

/** Nobody asked for a refund before, and it was not kept who answered. May be run again. */
export async function fillRequests(): Promise<void> {
  const missing = (field: string) => ({ [field]: { $exists: false } })
  for (const field of ['refund', 'answered']) {
    await AdminRequestModel.collection.updateMany(missing(field), { $set: { [field]: null } })
  }
}

/** What waited for a second admin was about wallets alone. Can be run again after it was cut off. */
export async function carryRequestsOver(): Promise<void> {
  const old = mongoose.connection.collection('balance_requests')
  const into = AdminRequestModel.collection.name
  await old
    .aggregate([{ $set: { kind: 'balance' } }, { $merge: { into, whenMatched: 'keepExisting' } }])
    .toArray()
  await old.drop()
}
