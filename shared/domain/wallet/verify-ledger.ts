import { LedgerModel } from './ledger-model.ts'
import { type IWallet, WalletModel } from './wallet-model.ts'

export type LedgerFault =
  | { kind: 'set_unbalanced'; set: string; sumPaise: number }
  | { kind: 'wallet_differs'; owner: string; balancePaise: number; foldPaise: number }
  | { kind: 'wallet_negative'; owner: string; balancePaise: number }

export type LedgerCheck = { sets: number; accounts: number; faults: LedgerFault[] }

/** Folds the whole ledger in the database and holds every wallet's balance against the sum of its postings. */
export async function verifyLedger(): Promise<LedgerCheck> {
  const [sets, unbalanced, folds, wallets] = await Promise.all([
    LedgerModel.estimatedDocumentCount(),
    unbalancedSets(),
    foldAccounts(),
    WalletModel.find().lean<IWallet[]>(),
  ])
  const walletFaults = wallets.flatMap((wallet) => compare(wallet, folds.get(`wallet:${wallet._id}`) ?? 0))
  const known = new Set(wallets.map((wallet) => `wallet:${wallet._id}`))
  const missing = [...folds].flatMap(([account, foldPaise]): LedgerFault[] => {
    if (!account.startsWith('wallet:') || known.has(account) || foldPaise === 0) return []
    return [{ kind: 'wallet_differs', owner: account.slice('wallet:'.length), balancePaise: 0, foldPaise }]
  })
  return { sets, accounts: folds.size, faults: [...unbalanced, ...walletFaults, ...missing] }
}

function compare(wallet: IWallet, foldPaise: number): LedgerFault[] {
  const owner = String(wallet._id)
  const { balancePaise } = wallet
  return [
    ...(balancePaise === foldPaise
      ? []
      : [{ kind: 'wallet_differs' as const, owner, balancePaise, foldPaise }]),
    ...(balancePaise < 0 ? [{ kind: 'wallet_negative' as const, owner, balancePaise }] : []),
  ]
}

async function unbalancedSets(): Promise<LedgerFault[]> {
  const rows = await LedgerModel.aggregate<{ kind: string; ref: string; sumPaise: number }>([
    { $project: { kind: 1, ref: 1, sumPaise: { $sum: '$postings.amountPaise' } } },
    { $match: { sumPaise: { $ne: 0 } } },
  ])
  return rows.map(({ kind, ref, sumPaise }) => ({ kind: 'set_unbalanced', set: `${kind}/${ref}`, sumPaise }))
}

async function foldAccounts(): Promise<Map<string, number>> {
  const rows = await LedgerModel.aggregate<{ _id: string; sumPaise: number }>([
    { $unwind: '$postings' },
    { $group: { _id: '$postings.account', sumPaise: { $sum: '$postings.amountPaise' } } },
  ]).allowDiskUse(true)
  return new Map(rows.map((row) => [row._id, row.sumPaise]))
}
