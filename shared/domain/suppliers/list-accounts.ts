import { type SupplierName, supplierNames } from '../../contracts/api-types.ts'
import type { SupplierAccount } from '../../contracts/suppliers.ts'
import { suppliedItems } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import { BalanceModel, type IBalance, pausedUntil } from '../fulfilment/index.ts'
import { unitsOfEarlierAccounts } from '../orders/index.ts'
import { packsOf, readPackCosts } from '../supply/index.ts'
import { accountView } from './account-view.ts'

export type ViewDeps = Pick<Deps, 'clock' | 'env' | 'log' | 'redis' | 'suppliers'>

/** Every account as it is known now; nobody is asked. */
export async function listAccounts(deps: ViewDeps): Promise<SupplierAccount[]> {
  const [known, items, ofEarlier] = await Promise.all([
    BalanceModel.find({ _id: { $in: supplierNames } }).lean<IBalance[]>(),
    suppliedItems(),
    unitsOfEarlierAccounts(deps),
  ])
  const paused = items.filter(({ pausedBy }) => pausedBy !== '')
  const costOf = await readPackCosts(paused.flatMap((item) => packsOf(item) ?? []))
  const byName = new Map(known.map((one) => [one._id, one]))
  const soldBy = Map.groupBy(items, (item) => packsOf(item)?.account)
  return Promise.all(
    supplierNames.map(async (account) =>
      accountView(deps, {
        account,
        known: byName.get(account),
        restsUntil: await pausedUntil(deps, account),
        items: soldBy.get(account)?.length ?? 0,
        earlierUnits: ofEarlier.get(account) ?? 0,
        paused: (soldBy.get(account) ?? [])
          .filter(({ pausedBy }) => pausedBy !== '')
          .map((item) => {
            const packs = packsOf(item)
            return { item, cost: packs && costOf(packs) }
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
