import { type SuppliedType, supplierAccounts } from '../contracts/api-types.ts'
import { AccountModel, BalanceModel } from './fulfilment/index.ts'
import { OrderModel } from './orders/index.ts'
import { noCost, SupplierPackModel } from './supply/index.ts'

/** What each Smile.one account's list counts in; its balance counts coins. */
const listUnits = { SMILEBR: 'BRL', SMILEPH: 'PHP' } as const

/**
 * Lists of Smile.one are money and its balances coins, which earlier releases took for one. What packs cost in coins is
 * learned anew, and open orders forget the list price that stood for it. Ended orders keep what they have. May be run again.
 */
export async function separateCoins(): Promise<void> {
  await SupplierPackModel.updateMany({ cost: { $exists: false } }, { $set: { cost: noCost() } })
  for (const [account, unit] of Object.entries(listUnits)) {
    await SupplierPackModel.updateMany({ account, unit: 'smile coins' as never }, { $set: { unit } })
    const apiTypes = supplierAccounts[account as keyof typeof listUnits] as readonly SuppliedType[]
    await forgetCosts(apiTypes)
  }
  await BalanceModel.updateMany({ unit: 'smile coins' }, { $set: { unit: 'coins' } })
  await AccountModel.collection.updateMany(
    { 'members.cost': { $exists: true } },
    { $unset: { 'members.$[].cost': 1 } },
  )
}

async function forgetCosts(apiTypes: readonly SuppliedType[]): Promise<void> {
  const hasUnits = { $elemMatch: { factor: { $exists: false } } }
  const open = { $nin: ['Completed', 'Cancelled', 'Refunded'] }
  await OrderModel.collection.updateMany(
    { status: open, 'item.apiType': { $in: [...apiTypes] }, units: hasUnits },
    { $set: { 'units.$[].cost': '', 'units.$[].isCostOpen': true } },
  )
}
