import { lazy } from 'react'
import { Navigate, Route, Routes, useLocation, useParams } from 'react-router-dom'
import { ShopShell } from '../features/account-shell/shop-shell.tsx'
import { confirmationPath, walletConfirmationPath } from '../lib/addresses.ts'
import { GuestsOnly } from '../lib/entry/guests-only.tsx'
import { NeedsToken } from '../lib/needs-token.tsx'

const HomeScreen = lazy(() => import('../features/home/home-screen.tsx'))
const ProductScreen = lazy(() => import('../features/product/product-screen.tsx'))
const LoginScreen = lazy(() => import('../features/login/login-screen.tsx'))
const RegisterScreen = lazy(() => import('../features/register/register-screen.tsx'))
const OtpLoginScreen = lazy(() => import('../features/otp/otp-login-screen.tsx'))
const OtpVerifyScreen = lazy(() => import('../features/otp/otp-verify-screen.tsx'))
const PayScreen = lazy(() => import('../features/payment/pay-screen.tsx'))
const ConfirmationScreen = lazy(() => import('../features/confirmation/confirmation-screen.tsx'))
const OrdersScreen = lazy(() => import('../features/orders/orders-screen.tsx'))
const WalletScreen = lazy(() => import('../features/wallet/wallet-screen.tsx'))
const TopUpScreen = lazy(() => import('../features/topup/topup-screen.tsx'))
const WalletConfirmationScreen = lazy(() => import('../features/topup/wallet-confirmation-screen.tsx'))
const BalanceErrorScreen = lazy(() => import('../features/topup/balance-error-screen.tsx'))
const ForgotScreen = lazy(() => import('../features/password/forgot-screen.tsx'))
const ResetScreen = lazy(() => import('../features/password/reset-screen.tsx'))
const VerificationScreen = lazy(() => import('../features/verification/verification-screen.tsx'))
const CheckScreen = lazy(() => import('../features/verification/check-screen.tsx'))
const NotFound = lazy(() => import('./not-found.tsx'))

/** Every address of the shop. */
export function ShopRoutes() {
  return (
    <Routes>
      <Route element={<ShopShell />}>
        <Route index element={<HomeScreen />} />
        <Route path="home" element={<HomeScreen />} />
        <Route path="product/:_id" element={<ProductScreen />} />
        <Route path="pay" element={signedIn(<PayScreen />)} />
        <Route path="confirmation" element={signedIn(<ConfirmationScreen />)} />
        <Route path="order-confirmation" element={<Moved to="/confirmation" />} />
        <Route path="o/:id" element={<ShortLink />} />
        <Route path="orders" element={<OrdersScreen />} />
        <Route path="dashboard" element={<Moved to="/orders" />} />
        <Route path="wallet" element={signedIn(<WalletScreen />)} />
        <Route path="topup" element={signedIn(<TopUpScreen />)} />
        <Route path="walletconfirmation" element={signedIn(<WalletConfirmationScreen />)} />
        <Route path="balanceerror" element={signedIn(<BalanceErrorScreen />)} />
        <Route path="*" element={<NotFound />} />
      </Route>
      <Route path="login" element={forGuests(<LoginScreen />)} />
      <Route path="register" element={forGuests(<RegisterScreen />)} />
      <Route path="otplogin" element={forGuests(<OtpLoginScreen />)} />
      <Route path="otpverify/:mobile" element={forGuests(<OtpVerifyScreen />)} />
      <Route path="forgetpassword" element={forGuests(<ForgotScreen />)} />
      <Route path="reset_password/:id/:token" element={forGuests(<ResetScreen />)} />
      <Route path="reset_password" element={forGuests(<ResetScreen />)} />
      <Route path="verification/:id/:token" element={forGuests(<VerificationScreen />)} />
      <Route path="verification" element={forGuests(<VerificationScreen />)} />
      <Route path="checkverification" element={forGuests(<CheckScreen />)} />
    </Routes>
  )
}

function signedIn(screen: React.ReactNode) {
  return <NeedsToken>{screen}</NeedsToken>
}

function forGuests(screen: React.ReactNode) {
  return <GuestsOnly>{screen}</GuestsOnly>
}

function Moved({ to }: { to: string }) {
  const { search } = useLocation()
  return <Navigate to={to + search} replace />
}

/** Text messages lead here, where every letter counts. */
function ShortLink() {
  const { id = '' } = useParams()
  return <Navigate to={id.startsWith('JT') ? walletConfirmationPath(id) : confirmationPath(id)} replace />
}
