import type { ClientSession } from 'mongoose'
import { atOneMoment, readWhole } from './at-one-moment.ts'
import { LedgerModel } from './ledger-model.ts'
import { type IWallet, WalletModel } from './wallet-model.ts'

export type LedgerFault =
  | { kind: 'set_unbalanced'; set: string; sumPaise: number }
  | { kind: 'wallet_differs'; owner: string; balancePaise: number; foldPaise: number }
  | { kind: 'wallet_negative'; owner: string; balancePaise: number }

/** `entries` counts the postings of all sets. */
export type LedgerCheck = { sets: number; entries: number; accounts: number; faults: LedgerFault[] }

/**
 * Folds the whole ledger in the database and holds every wallet's balance against the sum of its postings. All of
 * it is read as it was at one moment, so that money may go on moving meanwhile.
 */
export function verifyLedger(): Promise<LedgerCheck> {
  return atOneMoment(foldLedger)
}

/** The same inside `atOneMoment`, whose first read it must be. */
export async function foldLedger(session: ClientSession): Promise<LedgerCheck> {
  const wallets = await WalletModel.find({}, null, readWhole(session)).lean<IWallet[]>()
  const [sets, folds] = await Promise.all([checkSets(session), foldAccounts(session)])
  const walletFaults = wallets.flatMap((wallet) => compare(wallet, folds.get(`wallet:${wallet._id}`) ?? 0))
  const known = new Set(wallets.map((wallet) => `wallet:${wallet._id}`))
  const missing = [...folds].flatMap(([account, foldPaise]): LedgerFault[] => {
    if (!account.startsWith('wallet:') || known.has(account) || foldPaise === 0) return []
    return [{ kind: 'wallet_differs', owner: account.slice('wallet:'.length), balancePaise: 0, foldPaise }]
  })
  const { count, entries, unbalanced } = sets
  return { sets: count, entries, accounts: folds.size, faults: [...unbalanced, ...walletFaults, ...missing] }
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

type SetCheck = { count: number; entries: number; unbalanced: LedgerFault[] }

/** One group for all sets that balance, and one for each that does not. */
async function checkSets(session: ClientSession): Promise<SetCheck> {
  const sumPaise = { $sum: '$postings.amountPaise' }
  const rows = await LedgerModel.aggregate<{
    _id: string | null
    sets: number
    entries: number
    sumPaise: number
  }>(
    [
      { $project: { kind: 1, ref: 1, sumPaise, entries: { $size: '$postings' } } },
      {
        $group: {
          _id: { $cond: [{ $eq: ['$sumPaise', 0] }, null, { $concat: ['$kind', '/', '$ref'] }] },
          sets: { $sum: 1 },
          entries: { $sum: '$entries' },
          sumPaise: { $sum: '$sumPaise' },
        },
      },
    ],
    readWhole(session),
  )
  return {
    count: rows.reduce((sum, row) => sum + row.sets, 0),
    entries: rows.reduce((sum, row) => sum + row.entries, 0),
    unbalanced: rows.flatMap((row) =>
      row._id === null ? [] : [{ kind: 'set_unbalanced' as const, set: row._id, sumPaise: row.sumPaise }],
    ),
  }
}

async function foldAccounts(session: ClientSession): Promise<Map<string, number>> {
  const rows = await LedgerModel.aggregate<{ _id: string; sumPaise: number }>(
    [
      { $unwind: '$postings' },
      { $group: { _id: '$postings.account', sumPaise: { $sum: '$postings.amountPaise' } } },
    ],
    readWhole(session),
  )
  return new Map(rows.map((row) => [row._id, row.sumPaise]))
}
