import mongoose from 'mongoose'
import { AdminRequestModel } from './users/index.ts'

/** What waited for a second admin was about wallets alone. Can be run again after it was cut off. */
export async function carryRequestsOver(): Promise<void> {
  const old = mongoose.connection.collection('balance_requests')
  const into = AdminRequestModel.collection.name
  await old
    .aggregate([{ $set: { kind: 'balance' } }, { $merge: { into, whenMatched: 'keepExisting' } }])
    .toArray()
  await old.drop()
}
