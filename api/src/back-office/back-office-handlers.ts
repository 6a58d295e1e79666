import * as lists from '@jhatpat/shared/contracts/admin-lists.ts'
import { itemsCsv, productsCsv } from '@jhatpat/shared/contracts/catalogue-lists.ts'
import { usersCsv } from '@jhatpat/shared/contracts/users.ts'
import type { Caller } from '@jhatpat/shared/domain/accounts/index.ts'
import {
  exportItems,
  exportTransactions,
  exportOrders,
  exportProducts,
  exportUsers,
  searchAll,
  listAllTransactions,
  listAllOrders,
} from '@jhatpat/shared/domain/back-office/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import type { Mount } from '../http/mount.ts'

export function mountBackOffice(mount: Mount, { clock, env }: Pick<Deps, 'clock' | 'env'>): void {
  const by = ({ userId, name }: Caller, from: string) => ({ clock, actor: { userId, name, from } })
  mount(lists.allOrders, ({ caller, query }) => listAllOrders(caller, query))
  mount(lists.allWalletTransactions, ({ query }) => listAllTransactions(query))
  mount(lists.ordersCsv, ({ caller, query, ip }) => exportOrders(by(caller, ip), query))
  mount(lists.walletCsv, ({ caller, query, ip }) => exportTransactions(by(caller, ip), query))
  mount(usersCsv, ({ caller, query, ip }) => exportUsers(by(caller, ip), query))
  mount(itemsCsv, ({ caller, query, ip }) => exportItems({ ...by(caller, ip), env }, query))
  mount(productsCsv, ({ caller, query, ip }) => exportProducts(by(caller, ip), query))
  mount(lists.searchAll, async ({ caller, query }) => ({
    results: await searchAll(caller, query.q),
  }))
}
