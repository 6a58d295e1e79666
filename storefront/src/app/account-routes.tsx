import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { Route, Routes } from 'react-router-dom'
import { NeedsToken } from '../lib/needs-token.tsx'

const ProfileScreen = lazyComponent(() => import('../features/account/profile-screen.tsx'))
const DevicesScreen = lazyComponent(() => import('../features/account/devices-screen.tsx'))
const DeleteAccountScreen = lazyComponent(() => import('../features/account/delete-account-screen.tsx'))
const OrdersScreen = lazyComponent(() => import('../features/orders/orders-screen.tsx'))
const WalletScreen = lazyComponent(() => import('../features/wallet/wallet-screen.tsx'))
const TopUpScreen = lazyComponent(() => import('../features/topup/topup-screen.tsx'))
const WalletConfirmationScreen = lazyComponent(
  () => import('../features/topup/wallet-confirmation-screen.tsx'),
)
const BalanceErrorScreen = lazyComponent(() => import('../features/topup/balance-error-screen.tsx'))
const RedeemScreen = lazyComponent(() => import('../features/redeem/redeem-screen.tsx'))
const ReadingRoutes = lazyComponent(() => import('./reading-routes.tsx'))
const ReceiptScreen = lazyComponent(() => import('../features/receipt/receipt-screen.tsx'))

/** The pages of the signed-in account, and the public pages. */
export default function AccountRoutes() {
  return (
    <Routes>
      <Route path="dashboard/delete" element={<DeleteAccountScreen />} />
      <Route element={<NeedsToken />}>
        <Route path="wallet" element={<WalletScreen />} />
        <Route path="walletconfirmation" element={<WalletConfirmationScreen />} />
        <Route path="topup" element={<TopUpScreen />} />
        <Route path="balanceerror" element={<BalanceErrorScreen />} />
      </Route>
      <Route path="orders" element={<OrdersScreen />} />
      <Route path="dashboard" element={<ProfileScreen />} />
      <Route path="dashboard/devices" element={<DevicesScreen />} />
      <Route element={<NeedsToken />}>
        <Route path="receipt" element={<ReceiptScreen />} />
        <Route path="redeem" element={<RedeemScreen />} />
      </Route>
      <Route path="*" element={<ReadingRoutes />} />
    </Routes>
  )
}
