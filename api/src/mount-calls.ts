import { mountAccounts } from './accounts/account-handlers.ts'
import { mountSecondFactor } from './accounts/factor-handlers.ts'
import { mountHosted } from './accounts/hosted-handlers.ts'
import { mountOtp, mountSignUp } from './accounts/sign-up-handlers.ts'
import type { ApiDeps } from './api-deps.ts'
import { mountAudit } from './audit/audit-handlers.ts'
import { mountBackOffice } from './back-office/back-office-handlers.ts'
import { mountOrderDetails } from './back-office/order-page-handlers.ts'
import { mountBoard } from './board/board-handlers.ts'
import { mountCatalogue } from './catalogue/catalogue-handlers.ts'
import { mountCustomers } from './customers/customer-handlers.ts'
import { mountGallery } from './gallery/gallery-handlers.ts'
import { mountItems, mountProducts } from './goods/goods-handlers.ts'
import type { Mount } from './http/mount.ts'
import type { Limits } from './http/rate-limit.ts'
import { mountIncidents } from './incidents/incident-handlers.ts'
import { mountOps } from './ops/ops-handlers.ts'
import { mountOrders } from './orders/order-handlers.ts'
import { mountPoints } from './points/points-handlers.ts'
import { mountPrices } from './prices/price-handlers.ts'
import { mountPush } from './push/push-handlers.ts'
import { mountReconciliation } from './reconciliation/reconciliation-handlers.ts'
import { mountSales } from './sales/sales-handlers.ts'
import { mountViews } from './saved-views/view-handlers.ts'
import { mountSuppliers } from './suppliers/supplier-handlers.ts'
import { mountSupport } from './support/support-handlers.ts'
import { mountTeam } from './team/team-handlers.ts'
import { mountRedeliveries } from './tickets/redelivery-handlers.ts'
import { mountTickets } from './tickets/ticket-handlers.ts'
import { mountUsers } from './users/user-handlers.ts'
import { mountWallet } from './wallet/wallet-handlers.ts'

/** Every slice's calls. A test fails when a call of the contracts is not among them. */
export function mountCalls(
  mount: Mount,
  deps: ApiDeps,
  { isSignInLocked }: Pick<Limits, 'isSignInLocked'>,
): void {
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
  mountOrders(mount, deps)
  mountWallet(mount, deps)
  mountPoints(mount, deps)
  mountBoard(mount, deps)
  mountAudit(mount, deps)
  mountBackOffice(mount, deps)
  mountOrderDetails(mount, deps)
  mountViews(mount, deps)
  mountSales(mount, deps)
  mountReconciliation(mount, deps)
  mountUsers(mount, deps)
  mountCustomers(mount, deps)
  mountTeam(mount, deps)
  mountPush(mount, deps)
  mountSuppliers(mount, deps)
  mountIncidents(mount, deps)
  mountSupport(mount, deps)
  mountTickets(mount, deps)
  mountRedeliveries(mount, deps)
  mountOps(mount, deps)
}
