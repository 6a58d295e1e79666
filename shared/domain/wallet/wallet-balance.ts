import { Types } from 'mongoose'
import { type IWallet, WalletModel } from './wallet-model.ts'

/** A wallet's balance in paise; 0 for someone who never had money in it. */
export async function walletBalancePaise(userId: string): Promise<number> {
  const wallet = await WalletModel.findById(new Types.ObjectId(userId)).lean<IWallet | null>()
  return wallet?.balancePaise ?? 0
}
