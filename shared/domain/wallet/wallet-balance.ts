import { type ClientSession, Types } from 'mongoose'
import { type IWallet, WalletModel } from './wallet-model.ts'

/** A wallet's balance in paise; 0 for someone who never had money in it. */
export async function walletBalancePaise(userId: string): Promise<number> {
  const wallet = await WalletModel.findById(new Types.ObjectId(userId)).lean<IWallet | null>()
  return wallet?.balancePaise ?? 0
}

/** The same of many users at once, by their `_id` in hex. */
export async function walletBalancesPaise(userIds: readonly Types.ObjectId[]): Promise<Map<string, number>> {
  const wallets = await WalletModel.find({ _id: { $in: [...userIds] } }).lean<IWallet[]>()
  return new Map(wallets.map(({ _id, balancePaise }) => [_id.toHexString(), balancePaise]))
}

/** Gives a new user the wallet that lies empty until money comes: whoever is listed by balance has one. */
export async function openWallet(tx: ClientSession, userId: Types.ObjectId): Promise<void> {
  await WalletModel.insertMany([{ _id: userId, balancePaise: 0, version: 0 }], { session: tx })
}
