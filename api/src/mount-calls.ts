import { mountAccounts, mountSecondFactor } from './accounts/account-handlers.ts'
import { mountHosted, mountOtp, mountSignUp } from './accounts/sign-up-handlers.ts'
import { mountAudit } from './audit/audit-handlers.ts'
import { mountAdminLists, mountOrderDetails, mountViews } from './back-office/back-office-handlers.ts'
import { mountCatalogue } from './catalogue/catalogue-handlers.ts'
import { mountGallery } from './catalogue/gallery-handlers.ts'
import { mountItems, mountProducts } from './catalogue-admin/catalogue-admin-handlers.ts'
import { mountPrices } from './catalogue-admin/price-handlers.ts'
import { mountCustomers } from './customers/customer-handlers.ts'
import { mountUsers } from './customers/user-handlers.ts'
import type { Mount } from './http/mount.ts'
import type { Limits } from './http/rate-limit.ts'
import { mountIncidents } from './incidents/incident-handlers.ts'
import { mountOps } from './ops/ops-handlers.ts'
import { mountBoard } from './orders/board-handlers.ts'
import { mountOrders } from './orders/order-handlers.ts'
import { mountRedeliveries, mountTickets } from './orders/ticket-handlers.ts'
import { mountPersonalData } from './person-data/person-data-handlers.ts'
import { mountPoints } from './points/points-handlers.ts'
import { mountPush } from './push/push-handlers.ts'
import type { ApiDeps } from './realtime/api-deps.ts'
import { mountReconciliation, mountSales } from './reports/reconciliation-handlers.ts'
import { mountTeam } from './staff/team-handlers.ts'
import { mountSuppliers } from './suppliers/supplier-handlers.ts'
import { mountSupport } from './support/support-handlers.ts'
import { mountWallet } from './wallet/wallet-handlers.ts'

/** Mounts the calls of every slice. A test fails when a call of the contracts is missing. */
export function mountCalls(
  mount: Mount,
  deps: ApiDeps,
  { isSignInLocked }: Pick<Limits, 'isSignInLocked'>,
): void {
  // First, because the router tries the calls in this order, and these are the most frequent.
  mountOrders(mount, deps)
  mountAccounts(mount, deps)
  mountSecondFactor(mount, deps)
  mountSignUp(mount, deps, isSignInLocked)
  mountOtp(mount, deps)
  mountHosted(mount, deps)
  mountCatalogue(mount, deps)
  mountGallery(mount, deps)
  mountProducts(mount, deps)
  mountItems(mount, deps)
  mountPrices(mount, deps)
  mountWallet(mount, deps)
  mountPoints(mount, deps)
  mountBoard(mount, deps)
  mountAudit(mount, deps)
  mountAdminLists(mount, deps)
  mountOrderDetails(mount, deps)
  mountViews(mount, deps)
  mountSales(mount, deps)
  mountReconciliation(mount, deps)
  mountUsers(mount, deps)
  mountCustomers(mount, deps)
  mountTeam(mount, deps)
  mountPush(mount, deps)
  mountPersonalData(mount, deps)
  mountSuppliers(mount, deps)
  mountIncidents(mount, deps)
  mountSupport(mount, deps)
  mountTickets(mount, deps)
  mountRedeliveries(mount, deps)
  mountOps(mount, deps)
}
