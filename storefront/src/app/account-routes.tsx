import { lazily } from '@jhatpat/shared/ui/lazily.tsx'
import { Route, Routes } from 'react-router-dom'
import { NeedsToken } from '../lib/needs-token.tsx'

const ProfileScreen = lazily(() => import('../features/account/profile-screen.tsx'))
const DevicesScreen = lazily(() => import('../features/account/devices-screen.tsx'))
const OrdersScreen = lazily(() => import('../features/orders/orders-screen.tsx'))
const WalletScreen = lazily(() => import('../features/wallet/wallet-screen.tsx'))
const TopUpScreen = lazily(() => import('../features/topup/topup-screen.tsx'))
const WalletConfirmationScreen = lazily(() => import('../features/topup/wallet-confirmation-screen.tsx'))
const BalanceErrorScreen = lazily(() => import('../features/topup/balance-error-screen.tsx'))
const NotFound = lazily(() => import('./not-found.tsx'))

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
