import type { IconName } from '@jhatpat/shared/ui/icons/icon.tsx'
import { type ComponentType, lazy } from 'react'

export type Screen = {
  /** Below `/admin`. */
  path: string
  label: string
  icon: IconName
  screen: ComponentType
  /** Shows the number of pending orders beside its name. */
  countsPending?: true
}

const DashboardScreen = lazy(() => import('../features/dashboard/dashboard-screen.tsx'))
const BoardScreen = lazy(() => import('../features/board/board-screen.tsx'))
const MaintenanceScreen = lazy(() => import('../features/maintenance/maintenance-screen.tsx'))

/** The one list of screens: the menu and the routes are made from it. */
export const screens: readonly Screen[] = [
  { path: '/', label: 'Dashboard', icon: 'layout-dashboard', screen: DashboardScreen },
  { path: '/orders', label: 'Pending Orders', icon: 'timer', screen: BoardScreen, countsPending: true },
  { path: '/maintenance', label: 'Maintenance', icon: 'hourglass', screen: MaintenanceScreen },
]
