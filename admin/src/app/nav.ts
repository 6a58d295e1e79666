import type { maintenance } from '@jhatpat/shared/contracts/admin.ts'
import type { createItem } from '@jhatpat/shared/contracts/admin-items.ts'
import type { createProduct, updateProduct } from '@jhatpat/shared/contracts/admin-products.ts'
import type { AdminTable, adminTables } from '@jhatpat/shared/contracts/admin-tables.ts'
import type { approvalRequests } from '@jhatpat/shared/contracts/approval-requests.ts'
import type { processing } from '@jhatpat/shared/contracts/board.ts'
import type { customer } from '@jhatpat/shared/contracts/customers.ts'
import type { incidents } from '@jhatpat/shared/contracts/incidents.ts'
import type { orderDetails } from '@jhatpat/shared/contracts/order-details.ts'
import type { paymentDiscrepancies } from '@jhatpat/shared/contracts/payments.ts'
import type { Permission, StaffAccess } from '@jhatpat/shared/contracts/permissions.ts'
import type { createPriceChange } from '@jhatpat/shared/contracts/price-changes.ts'
import type { AnyRoute } from '@jhatpat/shared/contracts/route.ts'
import type { salesReport } from '@jhatpat/shared/contracts/sales.ts'
import type { supplierProducts } from '@jhatpat/shared/contracts/supplier-products.ts'
import type { suppliers } from '@jhatpat/shared/contracts/suppliers.ts'
import type { team } from '@jhatpat/shared/contracts/team.ts'
import type { tickets } from '@jhatpat/shared/contracts/tickets.ts'
import type { IconName } from '@jhatpat/shared/ui/icons/icon.tsx'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import type { ComponentType } from 'react'

type MenuGroup = 'Orders and users' | 'Catalogue' | 'Finance' | 'System'

export type Screen = {
  /** Relative to `/admin`. */
  path: string
  label: string
  icon: IconName
  screen: ComponentType
  /** One of these permissions is enough to show the screen in the menu. */
  for: readonly Permission[]
  /** The menu heading. Screens without one come first, above all headings. */
  group?: MenuGroup
  /** Creates what the previous menu line lists; shown as a plus at the end of that line. */
  adds?: true
  /** The count shown beside the name. */
  counts?: 'orders' | 'requests' | 'tickets'
}

const DashboardScreen = lazyComponent(() => import('../features/dashboard/dashboard-screen.tsx'))
const BoardScreen = lazyComponent(() => import('../features/board/board-screen.tsx'))
const TicketsScreen = lazyComponent(() => import('../features/tickets/tickets-screen.tsx'))
const OrderDetailsScreen = lazyComponent(
  () => import('../features/board/order-details/order-details-screen.tsx'),
)
const AllOrdersScreen = lazyComponent(() => import('../features/all-orders/all-orders-screen.tsx'))
const WalletTransactionsScreen = lazyComponent(
  () => import('../features/wallet-transactions/wallet-transactions-screen.tsx'),
)
const UsersScreen = lazyComponent(() => import('../features/users/users-screen.tsx'))
const CustomerScreen = lazyComponent(() => import('../features/users/customer/customer-screen.tsx'))
const PriceScreen = lazyComponent(() => import('../features/catalogue/prices/price-screen.tsx'))
const ProductsScreen = lazyComponent(() => import('../features/catalogue/products-screen.tsx'))
const CreateProductScreen = lazyComponent(() => import('../features/catalogue/create-product-screen.tsx'))
const EditProductScreen = lazyComponent(() => import('../features/catalogue/edit-product-screen.tsx'))
const ItemsScreen = lazyComponent(() => import('../features/catalogue/items-screen.tsx'))
const PacksScreen = lazyComponent(() => import('../features/catalogue/packs/supplier-products-screen.tsx'))
const CreateItemsScreen = lazyComponent(() => import('../features/catalogue/create-items-screen.tsx'))
const GalleryScreen = lazyComponent(() => import('../features/gallery/gallery-screen.tsx'))
const SuppliersScreen = lazyComponent(() => import('../features/suppliers/suppliers-screen.tsx'))
const IncidentsScreen = lazyComponent(() => import('../features/incidents/incidents-screen.tsx'))
const ApprovalsScreen = lazyComponent(() => import('../features/approvals/approvals-screen.tsx'))
const MoneyScreen = lazyComponent(() => import('../features/reports/money-screen.tsx'))
const ReconciliationScreen = lazyComponent(
  () => import('../features/reconciliation/reconciliation-screen.tsx'),
)
const MaintenanceScreen = lazyComponent(() => import('../features/needs-attention/maintenance-screen.tsx'))
const AuditScreen = lazyComponent(() => import('../features/audit/audit-screen.tsx'))
const RolesScreen = lazyComponent(() => import('../features/staff/roles-screen.tsx'))
const SecondFactorScreen = lazyComponent(() => import('../features/second-factor/second-factor-screen.tsx'))

/** The permissions of calls that a screen makes: it is shown to a role with one of them. */
type Needs<R extends AnyRoute> = readonly OneOf<Extract<R['auth'], StaffAccess>['permission']>[]
type OneOf<P> = P extends readonly (infer One)[] ? One : P

/** The line of a table, as `adminTables` names it. */
type TableLine<Table extends AdminTable> = Screen & {
  path: (typeof adminTables)[Table]['path']
  label: (typeof adminTables)[Table]['title']
  for: readonly [(typeof adminTables)[Table]['permission']]
}

const menu = [
  {
    path: '/',
    label: 'Dashboard',
    icon: 'layout-dashboard',
    screen: DashboardScreen,
    // Made of what the role may see.
    for: ['own.second_factor'],
  },
  {
    path: '/orders',
    label: 'Pending Orders',
    icon: 'timer',
    screen: BoardScreen,
    counts: 'orders',
    for: ['board.view'] satisfies Needs<typeof processing>,
  },
  {
    path: '/tickets',
    label: 'Tickets',
    icon: 'flag',
    screen: TicketsScreen,
    counts: 'tickets',
    for: ['tickets.manage'] satisfies Needs<typeof tickets>,
  },
  {
    path: '/txn',
    group: 'Orders and users',
    label: 'All Orders',
    icon: 'receipt-text',
    screen: AllOrdersScreen,
    for: ['orders.view'],
  } satisfies TableLine<'orders'>,
  {
    path: '/wallettxn',
    group: 'Orders and users',
    label: 'Wallet Transactions',
    icon: 'wallet',
    screen: WalletTransactionsScreen,
    for: ['wallet.view'],
  } satisfies TableLine<'wallet'>,
  {
    path: '/usersdata',
    group: 'Orders and users',
    label: 'User Data',
    icon: 'users',
    screen: UsersScreen,
    for: ['customers.view'],
  } satisfies TableLine<'users'>,
  {
    path: '/price',
    group: 'Catalogue',
    label: 'Update Products and Items',
    icon: 'repeat',
    screen: PriceScreen,
    for: ['catalogue.prices', 'catalogue.stock', 'catalogue.edit'] satisfies Needs<
      typeof createPriceChange | typeof updateProduct | typeof createProduct
    >,
  },
  {
    path: '/viewproducts',
    group: 'Catalogue',
    label: 'View Products',
    icon: 'package',
    screen: ProductsScreen,
    for: ['catalogue.view'],
  } satisfies TableLine<'products'>,
  {
    path: '/createproduct',
    group: 'Catalogue',
    adds: true,
    label: 'Create Product',
    icon: 'plus',
    screen: CreateProductScreen,
    for: ['catalogue.edit'] satisfies Needs<typeof createProduct>,
  },
  {
    path: '/viewitems',
    group: 'Catalogue',
    label: 'View Items',
    icon: 'list-checks',
    screen: ItemsScreen,
    for: ['catalogue.view'],
  } satisfies TableLine<'items'>,
  {
    path: '/createitems',
    group: 'Catalogue',
    adds: true,
    label: 'Create Items',
    icon: 'plus',
    screen: CreateItemsScreen,
    for: ['catalogue.edit'] satisfies Needs<typeof createItem>,
  },
  {
    path: '/admingallery',
    group: 'Catalogue',
    label: 'Gallery',
    icon: 'eye',
    screen: GalleryScreen,
    for: ['catalogue.edit'],
  },
  {
    path: '/money',
    group: 'Finance',
    label: 'Reports',
    icon: 'chart-column',
    screen: MoneyScreen,
    for: ['sales.view'] satisfies Needs<typeof salesReport>,
  },
  {
    path: '/reconciliation',
    group: 'Finance',
    label: 'Reconciliation',
    icon: 'circle-check',
    screen: ReconciliationScreen,
    for: ['reconciliation.manage'],
  },
  {
    path: '/suppliers',
    group: 'Finance',
    label: 'Suppliers',
    icon: 'zap',
    screen: SuppliersScreen,
    for: ['suppliers.view'] satisfies Needs<typeof suppliers>,
  },
  {
    path: '/approvals',
    group: 'Finance',
    label: 'Approvals',
    icon: 'user-check',
    screen: ApprovalsScreen,
    counts: 'requests',
    for: ['approvals.decide'] satisfies Needs<typeof approvalRequests>,
  },
  {
    path: '/incident',
    group: 'System',
    label: 'Incidents',
    icon: 'triangle-alert',
    screen: IncidentsScreen,
    for: ['suppliers.view'] satisfies Needs<typeof incidents>,
  },
  {
    path: '/maintenance',
    group: 'System',
    label: 'Needs attention',
    icon: 'hourglass',
    screen: MaintenanceScreen,
    for: ['incidents.manage', 'reconciliation.manage'] satisfies Needs<
      typeof maintenance | typeof paymentDiscrepancies
    >,
  },
  {
    path: '/audit',
    group: 'System',
    label: 'Audit log',
    icon: 'list-checks',
    screen: AuditScreen,
    for: ['audit.view'],
  } satisfies TableLine<'audit'>,
  {
    path: '/roles',
    group: 'System',
    label: 'Team',
    icon: 'user',
    screen: RolesScreen,
    for: ['staff.manage'] satisfies Needs<typeof team>,
  },
  {
    path: '/second-factor',
    group: 'System',
    label: 'Two-step verification',
    icon: 'shield-check',
    screen: SecondFactorScreen,
    for: ['own.second_factor'],
  },
] as const satisfies readonly Screen[]

/** All screens of the menu; the menu and the routes are built from this list. */
export const screens: readonly Screen[] = menu

/** The addresses of the menu, for lists that must not leave one out. */
export type MenuPath = (typeof menu)[number]['path']

/** Screens of a single record, without a menu line. Open to every role unless `for` is given. */
export const innerScreens: readonly (Pick<Screen, 'path' | 'screen'> & Partial<Pick<Screen, 'for'>>)[] = [
  {
    path: '/editproduct/:productid',
    screen: EditProductScreen,
    for: ['catalogue.edit'] satisfies Needs<typeof createProduct>,
  },
  {
    path: '/usersdata/:id/:tab?',
    screen: CustomerScreen,
    for: ['customers.view'] satisfies Needs<typeof customer>,
  },
  { path: '/roles/:tab', screen: RolesScreen, for: ['staff.manage'] satisfies Needs<typeof team> },
  {
    path: '/supplierlists',
    screen: PacksScreen,
    for: ['catalogue.view'] satisfies Needs<typeof supplierProducts>,
  },
  {
    path: '/txn/:orderId',
    screen: OrderDetailsScreen,
    for: ['orders.view'] satisfies Needs<typeof orderDetails>,
  },
]
