import type { SupplierName } from '../../contracts/api-types.ts'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { type Author, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { afterTyping, isInCoins } from './cost-rules.ts'
import { type ISupplierPack, packId, SupplierPackModel } from './pack-model.ts'

export type TypedCost = {
  account: SupplierName
  supplierItemId: string
  /** Decimal text at factor 1. */
  coins: string
  /** Where the value is from, and of which day it is: `2026-11-28`. */
  why: string
  on: string
  /** `cost.version` as it was seen. */
  seen: number
}

/**
 * Keeps what an admin says that a pack costs in coins, with a row in the log. It is used at once, and counts as evidence
 * once purchases agree with it.
 * @throws AppError pack_cost_not_needed, pack_cost_changed when somebody, or a purchase, was first
 */
export async function enterCost(
  { clock }: Pick<Deps, 'clock'>,
  admin: Author,
  typed: TypedCost,
): Promise<void> {
  const { account, supplierItemId, coins, why, on, seen } = typed
  const _id = packId(account, supplierItemId)
  const at = clock.now()
  await inTransaction(async (session) => {
    const pack = await SupplierPackModel.findById(_id, null, { session }).lean<ISupplierPack | null>()
    if (!pack || !isInCoins(pack)) throw new AppError('pack_cost_not_needed', { field: 'pack' })
    if (pack.cost.version !== seen) throw new AppError('pack_cost_changed')
    const entry = {
      ...{ coins, source: 'typed' as const, at, batch: 0, before: '', after: '', orderId: '' },
      ...{ by: admin.name, why, on },
    }
    const { modifiedCount } = await SupplierPackModel.updateOne(
      { _id, 'cost.version': seen },
      { $set: { cost: afterTyping(pack.cost, entry) } },
      { session },
    )
    if (modifiedCount === 0) throw new AppError('pack_cost_changed')
    await writeAudit(session, admin, {
      ...{ at, act: 'supplier.pack_cost', target: auditTarget.supplier(account), why: `${why}, of ${on}` },
      before: { pack: supplierItemId, coins: pack.cost.coins },
      after: { pack: supplierItemId, coins },
    })
  })
}
