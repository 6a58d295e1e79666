import { model, Schema, type Types } from 'mongoose'

/** The stored balance: the sum of the wallet's postings. Every user has a wallet from registration. */
export interface IWallet {
  /** The owner's user id. */
  _id: Types.ObjectId
  balancePaise: number
  version: number
}

const walletSchema = new Schema<IWallet>(
  {
    _id: { type: Schema.Types.ObjectId, required: true },
    balancePaise: { type: Number, required: true, default: 0 },
    version: { type: Number, required: true, default: 0 },
  },
  { collection: 'wallets', strict: 'throw', versionKey: false },
)

/** All wallets by balance. */
export const walletsByBalance = 'by_balance'
walletSchema.index({ balancePaise: 1, _id: 1 }, { name: walletsByBalance })

export const WalletModel = model<IWallet>('Wallet', walletSchema)
