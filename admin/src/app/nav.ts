import type { Permission } from '@jhatpat/shared/contracts/permissions.ts'
import type { IconName } from '@jhatpat/shared/ui/icons/icon.tsx'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import type { ComponentType } from 'react'

type MenuGroup = 'Sales' | 'Catalogue' | 'Money' | 'System'

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

/** All screens of the menu; the menu and the routes are built from this list. */
export const screens: readonly Screen[] = [
  {
    path: '/',
    label: 'Dashboard',
    icon: 'layout-dashboard',
    screen: DashboardScreen,
    for: ['sales.view', 'suppliers.view'],
  },
  {
    path: '/orders',
    label: 'Pending Orders',
    icon: 'timer',
    screen: BoardScreen,
    counts: 'orders',
    for: ['board.view'],
  },
  {
    path: '/tickets',
    label: 'Tickets',
    icon: 'flag',
    screen: TicketsScreen,
    counts: 'tickets',
    for: ['tickets.manage'],
  },
  {
    path: '/txn',
    group: 'Sales',
    label: 'All Orders',
    icon: 'receipt-text',
    screen: AllOrdersScreen,
    for: ['orders.view'],
  },
  {
    path: '/wallettxn',
    group: 'Sales',
    label: 'Wallet Transactions',
    icon: 'wallet',
    screen: WalletTransactionsScreen,
    for: ['wallet.view'],
  },
  {
    path: '/usersdata',
    group: 'Sales',
    label: 'User Data',
    icon: 'users',
    screen: UsersScreen,
    for: ['customers.view'],
  },
  {
    path: '/price',
    group: 'Catalogue',
    label: 'Update Products and Items',
    icon: 'repeat',
    screen: PriceScreen,
    for: ['catalogue.prices', 'catalogue.stock', 'catalogue.edit'],
  },
  {
    path: '/viewproducts',
    group: 'Catalogue',
    label: 'View Products',
    icon: 'package',
    screen: ProductsScreen,
    for: ['catalogue.view'],
  },
  {
    path: '/createproduct',
    group: 'Catalogue',
    adds: true,
    label: 'Create Product',
    icon: 'plus',
    screen: CreateProductScreen,
    for: ['catalogue.edit'],
  },
  {
    path: '/viewitems',
    group: 'Catalogue',
    label: 'View Items',
    icon: 'list-checks',
    screen: ItemsScreen,
    for: ['catalogue.view'],
  },
  {
    path: '/createitems',
    group: 'Catalogue',
    adds: true,
    label: 'Create Items',
    icon: 'plus',
    screen: CreateItemsScreen,
    for: ['catalogue.edit'],
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
    group: 'Money',
    label: 'Money',
    icon: 'chart-column',
    screen: MoneyScreen,
    for: ['sales.view'],
  },
  {
    path: '/reconciliation',
    group: 'Money',
    label: 'Reconciliation',
    icon: 'circle-check',
    screen: ReconciliationScreen,
    for: ['reconciliation.manage'],
  },
  {
    path: '/suppliers',
    group: 'Money',
    label: 'Suppliers',
    icon: 'zap',
    screen: SuppliersScreen,
    for: ['suppliers.view'],
  },
  {
    path: '/approvals',
    group: 'Money',
    label: 'Approvals',
    icon: 'user-check',
    screen: ApprovalsScreen,
    counts: 'requests',
    for: ['approvals.decide'],
  },
  {
    path: '/incident',
    group: 'System',
    label: 'Incident mode',
    icon: 'triangle-alert',
    screen: IncidentsScreen,
    for: ['suppliers.view'],
  },
  {
    path: '/maintenance',
    group: 'System',
    label: 'Maintenance',
    icon: 'hourglass',
    screen: MaintenanceScreen,
    for: ['incidents.manage', 'reconciliation.manage'],
  },
  {
    path: '/audit',
    group: 'System',
    label: 'Audit log',
    icon: 'list-checks',
    screen: AuditScreen,
    for: ['audit.view'],
  },
  {
    path: '/roles',
    group: 'System',
    label: 'Team and roles',
    icon: 'user',
    screen: RolesScreen,
    for: ['staff.manage'],
  },
  {
    path: '/second-factor',
    group: 'System',
    label: 'Second factor',
    icon: 'shield-check',
    screen: SecondFactorScreen,
    for: ['own.second_factor'],
  },
]

/** Screens of a single record, without a menu line. Open to every role unless `for` is given. */
export const innerScreens: readonly (Pick<Screen, 'path' | 'screen'> & Partial<Pick<Screen, 'for'>>)[] = [
  { path: '/editproduct/:productid', screen: EditProductScreen, for: ['catalogue.edit'] },
  { path: '/usersdata/:id/:tab?', screen: CustomerScreen, for: ['customers.view'] },
  { path: '/roles/:tab', screen: RolesScreen, for: ['staff.manage'] },
  { path: '/supplierlists', screen: PacksScreen, for: ['catalogue.view'] },
  { path: '/txn/:orderId', screen: OrderDetailsScreen, for: ['orders.view'] },
]
