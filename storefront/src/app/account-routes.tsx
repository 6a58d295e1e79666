import { lazy } from 'react'
import { Route, Routes } from 'react-router-dom'
import { NeedsToken } from '../lib/needs-token.tsx'

const ProfileScreen = lazy(() => import('../features/account/profile-screen.tsx'))
const DevicesScreen = lazy(() => import('../features/account/devices-screen.tsx'))
const OrdersScreen = lazy(() => import('../features/orders/orders-screen.tsx'))
const WalletScreen = lazy(() => import('../features/wallet/wallet-screen.tsx'))
const TopUpScreen = lazy(() => import('../features/topup/topup-screen.tsx'))
const WalletConfirmationScreen = lazy(() => import('../features/topup/wallet-confirmation-screen.tsx'))
const BalanceErrorScreen = lazy(() => import('../features/topup/balance-error-screen.tsx'))
const NotFound = lazy(() => import('./not-found.tsx'))

/** The pages of one's own account, and what is none of the shop's. */
export default function AccountRoutes() {
  return (
    <Routes>
      <Route path="orders" element={<OrdersScreen />} />
      <Route path="dashboard" element={<ProfileScreen />} />
      <Route path="dashboard/devices" element={<DevicesScreen />} />
      <Route element={<NeedsToken />}>
        <Route path="wallet" element={<WalletScreen />} />
        <Route path="topup" element={<TopUpScreen />} />
        <Route path="walletconfirmation" element={<WalletConfirmationScreen />} />
        <Route path="balanceerror" element={<BalanceErrorScreen />} />
      </Route>
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}
