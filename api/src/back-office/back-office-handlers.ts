import * as lists from '@jhatpat/shared/contracts/admin-lists.ts'
import type { Caller } from '@jhatpat/shared/domain/accounts/index.ts'
import {
  exportMovements,
  exportOrders,
  findAnything,
  listAllMovements,
  listAllOrders,
} from '@jhatpat/shared/domain/back-office/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import type { Mount } from '../http/mount.ts'

export function mountBackOffice(mount: Mount, { clock }: Pick<Deps, 'clock'>): void {
  const by = ({ userId, name }: Caller, from: string) => ({ clock, author: { userId, name, from } })
  mount(lists.allOrders, ({ query }) => listAllOrders(query))
  mount(lists.allWalletLines, ({ query }) => listAllMovements(query))
  mount(lists.ordersCsv, ({ caller, query, ip }) => exportOrders(by(caller, ip), query))
  mount(lists.walletCsv, ({ caller, query, ip }) => exportMovements(by(caller, ip), query))
  mount(lists.findAnything, async ({ caller, query }) => ({
    found: await findAnything(caller, query.q),
  }))
}
