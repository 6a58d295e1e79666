import * as accountProof from './account-proof.ts'
import * as accounts from './accounts.ts'
import * as admin from './admin.ts'
import * as adminGallery from './admin-gallery.ts'
import * as adminItems from './admin-items.ts'
import * as adminLists from './admin-lists.ts'
import * as adminOrders from './admin-orders.ts'
import * as adminProducts from './admin-products.ts'
import * as approvalDecisions from './approval-decisions.ts'
import * as approvalRequests from './approval-requests.ts'
import * as audit from './audit.ts'
import * as board from './board.ts'
import * as catalogue from './catalogue.ts'
import * as catalogueLists from './catalogue-lists.ts'
import * as customers from './customers.ts'
import * as delays from './delays.ts'
import * as endedOrders from './ended-orders.ts'
import * as erasure from './erasure.ts'
import * as gallery from './gallery.ts'
import * as hosted from './hosted.ts'
import * as incidents from './incidents.ts'
import * as invitations from './invitations.ts'
import * as lateOffers from './late-offer-calls.ts'
import * as orderDetails from './order-details.ts'
import * as orderKeys from './order-keys.ts'
import * as orders from './orders.ts'
import * as paymentPage from './payment-page.ts'
import * as paymentTrace from './payment-trace.ts'
import * as payments from './payments.ts'
import * as personalData from './personal-data.ts'
import * as points from './points.ts'
import * as priceChanges from './price-changes.ts'
import * as priceFloors from './price-floors.ts'
import * as push from './push.ts'
import * as receipts from './receipts.ts'
import * as reconciliation from './reconciliation.ts'
import * as redeliveries from './redeliveries.ts'
import type { AnyRoute } from './route.ts'
import * as sales from './sales.ts'
import * as savedViews from './saved-views.ts'
import * as secondFactor from './second-factor.ts'
import * as signUp from './sign-up.ts'
import * as supplierConflicts from './supplier-conflicts.ts'
import * as supplierProducts from './supplier-products.ts'
import * as suppliers from './suppliers.ts'
import * as supply from './supply.ts'
import * as support from './support.ts'
import * as team from './team.ts'
import * as tickets from './tickets.ts'
import * as unclearBatches from './unclear-batches.ts'
import * as users from './users.ts'
import * as vault from './vault.ts'
import * as wallet from './wallet.ts'

/** Every call, for the API reference and the test that each is mounted. Server side only. */
export const callRegistry: readonly AnyRoute[] = [
  accounts,
  signUp,
  hosted,
  secondFactor,
  accountProof,
  catalogue,
  gallery,
  orders,
  orderKeys,
  lateOffers,
  paymentTrace,
  receipts,
  vault,
  wallet,
  paymentPage,
  payments,
  personalData,
  erasure,
  points,
  push,
  admin,
  board,
  endedOrders,
  adminLists,
  savedViews,
  supplierConflicts,
  suppliers,
  incidents,
  delays,
  supply,
  support,
  tickets,
  redeliveries,
  users,
  customers,
  team,
  invitations,
  adminOrders,
  orderDetails,
  approvalDecisions,
  approvalRequests,
  adminProducts,
  adminItems,
  catalogueLists,
  priceChanges,
  priceFloors,
  supplierProducts,
  unclearBatches,
  adminGallery,
  sales,
  reconciliation,
  audit,
].flatMap((resource) => Object.values(resource).filter(isRoute))

function isRoute(value: unknown): value is AnyRoute {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'result' in value
  )
}
