import { type SupplierName, supplierNames } from '../../contracts/api-types.ts'
import type { SupplierAccount } from '../../contracts/suppliers.ts'
import { apiItems } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import { BalanceModel, type IBalance, openUntil } from '../fulfilment/index.ts'
import { unitsOfEarlierAccounts } from '../orders/index.ts'
import { supplierProductsOf, readListCosts } from '../supply/index.ts'
import { accountView } from './account-view.ts'

export type ViewDeps = Pick<Deps, 'clock' | 'env' | 'log' | 'redis' | 'suppliers'>

/** Every account as it is known now; nobody is asked. */
export async function listAccounts(deps: ViewDeps): Promise<SupplierAccount[]> {
  const [known, items, ofEarlier] = await Promise.all([
    BalanceModel.find({ _id: { $in: supplierNames } }).lean<IBalance[]>(),
    apiItems(),
    unitsOfEarlierAccounts(deps),
  ])
  const paused = items.filter(({ pausedBy }) => pausedBy !== '')
  const costOf = await readListCosts(paused.flatMap((item) => supplierProductsOf(item) ?? []))
  const byName = new Map(known.map((one) => [one._id, one]))
  const soldBy = Map.groupBy(items, (item) => supplierProductsOf(item)?.account)
  return Promise.all(
    supplierNames.map(async (account) =>
      accountView(deps, {
        account,
        known: byName.get(account),
        cooldownUntil: await openUntil(deps, account),
        items: soldBy.get(account)?.length ?? 0,
        earlierUnits: ofEarlier.get(account) ?? 0,
        paused: (soldBy.get(account) ?? [])
          .filter(({ pausedBy }) => pausedBy !== '')
          .map((item) => {
            const source = supplierProductsOf(item)
            return { item, cost: source && costOf(source) }
          }),
      }),
    ),
  )
}

/** One of them. */
export async function readSupplier(deps: ViewDeps, account: SupplierName): Promise<SupplierAccount> {
  const all = await listAccounts(deps)
  return all.find((one) => one.account === account) as SupplierAccount
}
