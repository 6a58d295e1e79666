import type { SupplierName } from '../../contracts/api-types.ts'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { type Actor, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { isInCoins, withTypedCost } from './cost-rules.ts'
import { type ISupplierProduct, SupplierProductModel, supplierProductId } from './supplier-product-model.ts'

export type TypedCost = {
  account: SupplierName
  supplierItemId: string
  /** Decimal text at factor 1. */
  coins: string
  /** Source of the value, and its day: `2026-11-28`. */
  reason: string
  on: string
  /** `cost.version` as the admin saw it. */
  expectedVersion: number
}

/**
 * Stores the cost of a product in coins as an admin typed it, with an audit entry. It is used at once, and counts as
 * evidence once purchases agree with it.
 * @throws AppError product_cost_not_needed, product_cost_changed when a concurrent update won
 */
export async function enterCost(
  { clock }: Pick<Deps, 'clock'>,
  admin: Actor,
  typed: TypedCost,
): Promise<void> {
  const { account, supplierItemId, coins, reason, on, expectedVersion } = typed
  const _id = supplierProductId(account, supplierItemId)
  const at = clock.now()
  await inTransaction(async (tx) => {
    const product = await SupplierProductModel.findById(_id, null, {
      session: tx,
    }).lean<ISupplierProduct | null>()
    if (!product || !isInCoins(product)) throw new AppError('product_cost_not_needed', { field: 'product' })
    if (product.cost.version !== expectedVersion) throw new AppError('product_cost_changed')
    const entry = {
      coins,
      source: 'typed' as const,
      at,
      batch: 0,
      before: '',
      after: '',
      orderId: '',
      by: admin.name,
      reason,
      on,
    }
    const { modifiedCount } = await SupplierProductModel.updateOne(
      { _id, 'cost.version': expectedVersion },
      { $set: { cost: withTypedCost(product.cost, entry) } },
      { session: tx },
    )
    if (modifiedCount === 0) throw new AppError('product_cost_changed')
    await writeAudit(tx, admin, {
      at,
      action: 'supplier.product_cost',
      target: auditTarget.supplier(account),
      reason: `${reason}, of ${on}`,
      before: { product: supplierItemId, coins: product.cost.coins },
      after: { product: supplierItemId, coins },
    })
  })
}
