import { Types } from 'mongoose'
import { type IWallet, WalletModel } from './wallet-model.ts'

/** A wallet's balance in paise; 0 for someone who never had money in it. */
export async function walletBalancePaise(userId: string): Promise<number> {
  const wallet = await WalletModel.findById(new Types.ObjectId(userId)).lean<IWallet | null>()
  return wallet?.balancePaise ?? 0
}

/** Makes an empty wallet if there is none, so that first credits never race for its creation. */
export async function openWallet(userId: string): Promise<void> {
  const _id = new Types.ObjectId(userId)
  await WalletModel.updateOne({ _id }, { $setOnInsert: { balancePaise: 0, version: 0 } }, { upsert: true })
}
