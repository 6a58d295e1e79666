import { type ClientSession, Types } from 'mongoose'
import { type IWallet, WalletModel, walletsByBalance } from './wallet-model.ts'

/** A wallet's balance in paise; 0 without a wallet. */
export async function walletBalancePaise(userId: string): Promise<number> {
  const wallet = await WalletModel.findById(new Types.ObjectId(userId)).lean<IWallet | null>()
  return wallet?.balancePaise ?? 0
}

/** Balances in paise of many users, by their `_id` in hex. */
export async function walletBalancesPaise(userIds: readonly Types.ObjectId[]): Promise<Map<string, number>> {
  const wallets = await WalletModel.find({ _id: { $in: [...userIds] } }).lean<IWallet[]>()
  return new Map(wallets.map(({ _id, balancePaise }) => [_id.toHexString(), balancePaise]))
}

/** Creates an empty wallet for a new user, so that lists sorted by balance contain every user. */
export async function openWallet(tx: ClientSession, userId: Types.ObjectId): Promise<void> {
  await WalletModel.insertMany([{ _id: userId, balancePaise: 0, version: 0 }], { session: tx })
}

/** What the shop owes its customers: the sum of all balances in paise, from an index alone. */
export async function walletsTotalPaise(): Promise<number> {
  const [row] = await WalletModel.aggregate<{ paise: number }>([
    { $match: { balancePaise: { $gt: 0 } } },
    { $group: { _id: null, paise: { $sum: '$balancePaise' } } },
  ]).hint(walletsByBalance)
  return row?.paise ?? 0
}
