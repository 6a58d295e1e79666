import type { Permission } from '@jhatpat/shared/contracts/permissions.ts'
import type { IconName } from '@jhatpat/shared/ui/icons/icon.tsx'
import { lazily } from '@jhatpat/shared/ui/lazily.tsx'
import type { ComponentType } from 'react'

export type Screen = {
  /** Below `/admin`. */
  path: string
  label: string
  icon: IconName
  screen: ComponentType
  /** Who may do one of these has it in the menu. */
  for: readonly Permission[]
  /** What is counted beside its name. */
  counts?: 'orders' | 'requests' | 'tickets'
}

const DashboardScreen = lazily(() => import('../features/dashboard/dashboard-screen.tsx'))
const BoardScreen = lazily(() => import('../features/board/board-screen.tsx'))
const TicketsScreen = lazily(() => import('../features/tickets/tickets-screen.tsx'))
const OneOrderScreen = lazily(() => import('../features/board/one-order/one-order-screen.tsx'))
const AllOrdersScreen = lazily(() => import('../features/all-orders/all-orders-screen.tsx'))
const WalletLinesScreen = lazily(() => import('../features/wallet-lines/wallet-lines-screen.tsx'))
const UsersScreen = lazily(() => import('../features/users/users-screen.tsx'))
const CustomerScreen = lazily(() => import('../features/users/customer/customer-screen.tsx'))
const PriceScreen = lazily(() => import('../features/goods/prices/price-screen.tsx'))
const ProductsScreen = lazily(() => import('../features/goods/products-screen.tsx'))
const CreateProductScreen = lazily(() => import('../features/goods/create-product-screen.tsx'))
const EditProductScreen = lazily(() => import('../features/goods/edit-product-screen.tsx'))
const ItemsScreen = lazily(() => import('../features/goods/items-screen.tsx'))
const PacksScreen = lazily(() => import('../features/goods/packs/packs-screen.tsx'))
const CreateItemsScreen = lazily(() => import('../features/goods/create-items-screen.tsx'))
const GalleryScreen = lazily(() => import('../features/gallery/gallery-screen.tsx'))
const SuppliersScreen = lazily(() => import('../features/suppliers/suppliers-screen.tsx'))
const ApprovalsScreen = lazily(() => import('../features/approvals/approvals-screen.tsx'))
const MoneyScreen = lazily(() => import('../features/money/money-screen.tsx'))
const ReconciliationScreen = lazily(() => import('../features/reconciliation/reconciliation-screen.tsx'))
const MaintenanceScreen = lazily(() => import('../features/maintenance/maintenance-screen.tsx'))
const AuditScreen = lazily(() => import('../features/audit/audit-screen.tsx'))
const RolesScreen = lazily(() => import('../features/roles/roles-screen.tsx'))
const SecondFactorScreen = lazily(() => import('../features/second-factor/second-factor-screen.tsx'))

/** The one list of screens: the menu and the routes are made from it. */
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
    for: ['tickets'],
  },
  { path: '/txn', label: 'All Orders', icon: 'receipt-text', screen: AllOrdersScreen, for: ['orders.view'] },
  {
    path: '/wallettxn',
    label: 'Wallet Transactions',
    icon: 'wallet',
    screen: WalletLinesScreen,
    for: ['wallet.view'],
  },
  { path: '/usersdata', label: 'User Data', icon: 'users', screen: UsersScreen, for: ['customers.view'] },
  {
    path: '/price',
    label: 'Update Products and Items',
    icon: 'repeat',
    screen: PriceScreen,
    for: ['catalogue.prices', 'catalogue.stock', 'catalogue.edit'],
  },
  {
    path: '/viewproducts',
    label: 'View Products',
    icon: 'gift',
    screen: ProductsScreen,
    for: ['catalogue.view'],
  },
  {
    path: '/createproduct',
    label: 'Create Product',
    icon: 'plus',
    screen: CreateProductScreen,
    for: ['catalogue.edit'],
  },
  {
    path: '/viewitems',
    label: 'View Items',
    icon: 'list-checks',
    screen: ItemsScreen,
    for: ['catalogue.view'],
  },
  {
    path: '/createitems',
    label: 'Create Items',
    icon: 'plus',
    screen: CreateItemsScreen,
    for: ['catalogue.edit'],
  },
  { path: '/admingallery', label: 'Gallery', icon: 'eye', screen: GalleryScreen, for: ['catalogue.edit'] },
  { path: '/money', label: 'Money', icon: 'columns-3', screen: MoneyScreen, for: ['sales.view'] },
  {
    path: '/reconciliation',
    label: 'Reconciliation',
    icon: 'circle-check',
    screen: ReconciliationScreen,
    for: ['reconciliation'],
  },
  {
    path: '/suppliers',
    label: 'Suppliers',
    icon: 'zap',
    screen: SuppliersScreen,
    for: ['suppliers.view'],
  },
  {
    path: '/approvals',
    label: 'Approvals',
    icon: 'user-check',
    screen: ApprovalsScreen,
    counts: 'requests',
    for: ['approvals'],
  },
  {
    path: '/maintenance',
    label: 'Maintenance',
    icon: 'hourglass',
    screen: MaintenanceScreen,
    for: ['incidents', 'reconciliation'],
  },
  { path: '/audit', label: 'Audit log', icon: 'list-checks', screen: AuditScreen, for: ['audit.view'] },
  { path: '/roles', label: 'Team and roles', icon: 'user-check', screen: RolesScreen, for: ['team'] },
  {
    path: '/second-factor',
    label: 'Second factor',
    icon: 'shield-check',
    screen: SecondFactorScreen,
    for: ['own.factor'],
  },
]

/** Screens of one thing, which no line of the menu leads to; all may open one that says nothing else. */
export const innerScreens: readonly (Pick<Screen, 'path' | 'screen'> & Partial<Pick<Screen, 'for'>>)[] = [
  { path: '/editproduct/:productid', screen: EditProductScreen, for: ['catalogue.edit'] },
  { path: '/usersdata/:id/:tab?', screen: CustomerScreen, for: ['customers.view'] },
  { path: '/roles/:tab', screen: RolesScreen, for: ['team'] },
  { path: '/supplierlists', screen: PacksScreen, for: ['catalogue.view'] },
  { path: '/txn/:orderId', screen: OneOrderScreen, for: ['orders.view'] },
]
