import { LoadBoundary } from '@jhatpat/shared/ui/load-boundary.tsx'
import { Navigate, Route, Routes, useLocation, useParams } from 'react-router-dom'
import { ShopShell } from '../features/shell/shop-shell.tsx'
import { confirmationPath, walletConfirmationPath } from '../lib/addresses.ts'
import { NeedsToken } from '../lib/needs-token.tsx'
import { ToMyOrders } from '../lib/to-my-orders.tsx'
import {
  AccountRoutes,
  ConfirmationScreen,
  HomeScreen,
  PayScreen,
  ProductScreen,
  SignInRoutes,
} from './screens.ts'

/** Also the origin itself, to which a hosted sign-in returns with `state`. */
const beforeLogin =
  /^\/((login|register|otp(login|verify)|forgetpassword|reset_password|invitation|contact_changed|owner_change|sign_in_link|(check)?verification)([/?]|$)|\?.*\bstate=)/

/** Every address of the shop. Routes that are rarely opened first load as separate chunks. */
export function ShopRoutes() {
  const { pathname, search } = useLocation()
  return (
    <LoadBoundary path={pathname} main="shell" more={<ToMyOrders />}>
      {beforeLogin.test(pathname + search) ? <SignInRoutes /> : <ShopPages />}
    </LoadBoundary>
  )
}

function ShopPages() {
  return (
    <Routes>
      <Route element={<ShopShell />}>
        <Route index element={<HomeScreen />} />
        <Route path="home" element={<HomeScreen />} />
        <Route path="product/:_id" element={<ProductScreen />} />
        <Route element={<NeedsToken />}>
          <Route path="pay" element={<PayScreen />} />
          <Route path="confirmation" element={<ConfirmationScreen />} />
        </Route>
        <Route path="order-confirmation" element={<Moved to="/confirmation" />} />
        <Route path="o/:id" element={<ShortLink />} />
        <Route path="*" element={<AccountRoutes />} />
      </Route>
    </Routes>
  )
}

function Moved({ to }: { to: string }) {
  const { search } = useLocation()
  return <Navigate to={to + search} replace />
}

/** Target of the short links in text messages, where every letter counts. */
function ShortLink() {
  const { id = '' } = useParams()
  return <Navigate to={id.startsWith('JT') ? walletConfirmationPath(id) : confirmationPath(id)} replace />
}
