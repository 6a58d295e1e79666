import type { ClientSession, Types } from 'mongoose'
import { WalletModel } from './wallet-model.ts'

/** Gives a new user the wallet that lies empty until money comes: whoever is listed by balance has one. */
export async function openWallet(tx: ClientSession, userId: Types.ObjectId): Promise<void> {
  await WalletModel.insertMany([{ _id: userId, balancePaise: 0, version: 0 }], { session: tx })
}
