import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { clientTxnIdOf } from '@jhatpat/shared/domain/payments/index.ts'
import type { IRestoration } from '@jhatpat/shared/domain/recovery/index.ts'
import { JournalEntryModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { type Change, readChanges, type TailParts } from '../replay-oplog.ts'
import {
  type ExportedPayment,
  type LatePayment,
  reviewPayments,
  type UnknownPayment,
} from './late-payments.ts'
import { type LatePurchase, purchasesIn, reviewPurchases } from './late-purchases.ts'

export type Review = {
  restoredTo: Date
  knownPayments: LatePayment[]
  unknownPayments: UnknownPayment[]
  knownPurchases: LatePurchase[]
  unknownPurchases: LatePurchase[]
  /** What is not known, each as part of a sentence; empty when the review is complete. */
  missing: string[]
}

/** What the operator has besides the vendors' answers. */
export type Evidence = {
  /** The tail that was kept after the restored moment, with the private key, and its gaps. */
  tail: { parts: TailParts; gaps: readonly string[] } | undefined
  /** Captured payments of the gateway's own export. */
  exported: readonly ExportedPayment[] | undefined
}

type ReviewDeps = Pick<Deps, 'clock' | 'env' | 'log' | 'redis' | 'gatewayOf' | 'suppliers'>

/** Lists what vendors did after the restored moment. */
export async function reviewRestoration(
  deps: ReviewDeps,
  { restoredTo }: Pick<IRestoration, 'restoredTo'>,
  { tail, exported }: Evidence,
): Promise<Review> {
  const missing = new Set<string>(tail?.gaps)
  if (!tail) missing.add('what the shop saved after the moment: give --identity')
  if (!exported) missing.add('payments that only the gateway knows: give --payments')
  const late = tail ? await readLateFacts(tail.parts) : { payments: [], purchases: [] }
  const sources = { restoredTo, tail: late.payments, exported: exported ?? [] }
  const payments = await reviewPayments(deps, sources, missing)
  const purchases = await reviewPurchases(deps, { restoredTo, tail: late.purchases }, missing)
  return {
    restoredTo,
    knownPayments: payments.known,
    unknownPayments: payments.unknown,
    knownPurchases: purchases.known,
    unknownPurchases: purchases.unknown,
    missing: [...missing],
  }
}

/** What the shop itself wrote after the restored moment: captures in the ledger, and suppliers' answers in orders. */
async function readLateFacts(
  tail: TailParts,
): Promise<{ payments: LatePayment[]; purchases: LatePurchase[] }> {
  const payments: LatePayment[] = []
  const purchases = new Map<string, LatePurchase>()
  for await (const change of readChanges(tail)) {
    const paise = capturedBy(change)
    if (paise > 0) payments.push(ledgerPayment(String(change.o.ref), paise))
    for (const purchase of purchasesIn(change)) {
      const before = purchases.get(purchase.id)?.supplierOrderIds ?? []
      const supplierOrderIds = [...new Set([...before, ...purchase.supplierOrderIds])]
      purchases.set(purchase.id, { ...purchase, supplierOrderIds })
    }
  }
  return { payments, purchases: [...purchases.values()] }
}

const ledgerPayment = (ref: string, paise: number): LatePayment => ({
  id: clientTxnIdOf(ref.split('/')[0] ?? ''),
  attempt: '',
  ref,
  paise,
  source: 'tail',
})

/** Paise that a gateway received, by an entry of the ledger: its account is debited. */
function capturedBy({ op, collection, o }: Change): number {
  if (op !== 'i' || collection !== JournalEntryModel.collection.collectionName) return 0
  const postings = (o.postings ?? []) as { account: string; amountPaise: number }[]
  const paise = postings.map(({ account, amountPaise }) =>
    account.startsWith('gateway:') ? -Number(amountPaise) : 0,
  )
  return paise.reduce((sum, one) => sum + one, 0)
}
