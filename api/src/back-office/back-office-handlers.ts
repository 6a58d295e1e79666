import * as lists from '@jhatpat/shared/contracts/admin-lists.ts'
import { findAnything, listAllMovements, listAllOrders } from '@jhatpat/shared/domain/back-office/index.ts'
import type { Mount } from '../http/mount.ts'

export function mountBackOffice(mount: Mount): void {
  mount(lists.allOrders, ({ query }) => listAllOrders(query))
  mount(lists.allWalletLines, ({ query }) => listAllMovements(query))
  mount(lists.findAnything, async ({ caller, query }) => ({
    found: await findAnything(caller, query.q),
  }))
}
