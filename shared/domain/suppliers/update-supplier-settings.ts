import type { SupplierName } from '../../contracts/api-types.ts'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { type Actor, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { BalanceModel, type IBalance, supplierBalance } from '../purchasing/index.ts'

type SupplierSettings = Pick<IBalance, 'lowBalanceLevel' | 'reserve' | 'isAutoPauseOn'>

/**
 * The balance below which an alert is raised: the account's own, otherwise the setting's; empty: none. Decimal text.
 */
export const lowBalanceLevelOf = (
  { SUPPLIER_LOW_BALANCE }: Pick<Deps['env'], 'SUPPLIER_LOW_BALANCE'>,
  { _id, lowBalanceLevel }: Pick<IBalance, '_id' | 'lowBalanceLevel'>,
): string => lowBalanceLevel || String(SUPPLIER_LOW_BALANCE.get(_id) ?? '')

/**
 * Changes an account's low-balance level, reserve and automatic pausing, with an audit entry.
 * @param expectedVersion the `version` that the admin's page showed
 * @throws AppError supplier_settings_changed when a concurrent update won
 */
export async function updateSupplierSettings(
  { clock }: Pick<Deps, 'clock'>,
  admin: Actor,
  {
    account,
    expectedVersion,
    ...wanted
  }: SupplierSettings & { account: SupplierName; expectedVersion: number },
): Promise<void> {
  await supplierBalance(account)
  await inTransaction(async (tx) => {
    const before = await BalanceModel.findById(account, null, { session: tx }).lean<IBalance | null>()
    if (before?.version !== expectedVersion) throw new AppError('supplier_settings_changed')
    const names = (['lowBalanceLevel', 'reserve', 'isAutoPauseOn'] as const).filter(
      (name) => before[name] !== wanted[name],
    )
    if (names.length === 0) return
    const pick = (own: SupplierSettings) => Object.fromEntries(names.map((name) => [name, own[name]]))
    const { modifiedCount } = await BalanceModel.updateOne(
      { _id: account, version: expectedVersion },
      { $set: wanted, $inc: { version: 1 } },
      { session: tx },
    )
    if (modifiedCount === 0) throw new AppError('supplier_settings_changed')
    await writeAudit(tx, admin, {
      at: clock.now(),
      action: 'supplier.update',
      target: auditTarget.supplier(account),
      reason: '',
      before: pick(before),
      after: pick(wanted),
    })
  })
}
