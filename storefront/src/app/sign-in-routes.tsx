import { tokenAtom, userAtom } from '@jhatpat/shared/browser/session.ts'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { EnglishPage } from '@jhatpat/shared/ui/texts/page-language.tsx'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { Navigate, Outlet, Route, Routes } from 'react-router-dom'
import LoginScreen from '../features/login/login-screen.tsx'
import { pathInside } from '../lib/addresses.ts'
import { useReturnState } from '../lib/sign-in/return-path.tsx'

const RegisterScreen = lazyComponent(() => import('../features/register/register-screen.tsx'))
const OtpLoginScreen = lazyComponent(() => import('../features/otp/otp-login-screen.tsx'))
const OtpVerifyScreen = lazyComponent(() => import('../features/otp/otp-verify-screen.tsx'))
const ForgotScreen = lazyComponent(() => import('../features/password/forgot-screen.tsx'))
const ResetScreen = lazyComponent(() => import('../features/password/reset-screen.tsx'))
const VerificationScreen = lazyComponent(() => import('../features/verification/verification-screen.tsx'))
const CheckScreen = lazyComponent(() => import('../features/verification/check-screen.tsx'))
const InvitationScreen = lazyComponent(() => import('../features/invitation/invitation-screen.tsx'))
const ContactScreen = lazyComponent(() => import('../features/contact/contact-screen.tsx'))
const OwnerChangeScreen = lazyComponent(() => import('../features/contact/owner-change-screen.tsx'))
const SignInLinkScreen = lazyComponent(() => import('../features/login/sign-in-link-screen.tsx'))
const HostedReturnScreen = lazyComponent(() => import('../features/hosted/hosted-return-screen.tsx'))
const PageAnnouncer = lazyComponent(() => import('../lib/page-announcer.ts'))
const NotFound = lazyComponent(() => import('./not-found.tsx'))

/**
 * The pages before the login; the light entries of `routes.tsx` lead here. Signed-in users are redirected.
 */
export default function SignInRoutes() {
  return (
    <>
      <Optional>
        <PageAnnouncer />
      </Optional>
      <SignInPages />
    </>
  )
}

export function SignInPages() {
  return (
    <Routes>
      <Route element={<GuestsOnly />}>
        <Route path="login" element={<LoginScreen />} />
        <Route path="register" element={<RegisterScreen />} />
        <Route path="otplogin" element={<OtpLoginScreen />} />
        <Route path="otpverify/:mobile" element={<OtpVerifyScreen />} />
        <Route path="forgetpassword" element={<ForgotScreen />} />
        <Route path="reset_password/:id/:token" element={<ResetScreen />} />
        <Route path="reset_password" element={<ResetScreen />} />
        <Route path="verification/:id/:token" element={<VerificationScreen />} />
        <Route path="verification" element={<VerificationScreen />} />
        <Route path="checkverification" element={<CheckScreen />} />
      </Route>
      <Route element={<EnglishPages />}>
        <Route element={<GuestsOnly />}>
          <Route path="sign_in_link/:id/:token" element={<SignInLinkScreen />} />
          <Route path="sign_in_link" element={<SignInLinkScreen />} />
        </Route>
        <Route path="invitation/:id/:token" element={<InvitationScreen />} />
        <Route path="invitation" element={<InvitationScreen />} />
        <Route path="contact_changed/:id/:token" element={<ContactScreen />} />
        <Route path="contact_changed" element={<ContactScreen />} />
        <Route path="owner_change/:id/:token" element={<OwnerChangeScreen />} />
        <Route path="owner_change" element={<OwnerChangeScreen />} />
      </Route>
      <Route index element={<HostedReturnScreen />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}

/** Pages of staff, and answers to mails, which are in English. */
const EnglishPages = () => (
  <EnglishPage>
    <Outlet />
  </EnglishPage>
)

/**
 * For pages without use to a signed-in user: after a login, or if already signed in, it redirects to the
 * previous page or home.
 */
export function GuestsOnly() {
  const token = useAtomValue(tokenAtom)
  const user = useAtomValue(userAtom)
  const { from = '/home' } = useReturnState()
  if (!token) return <Outlet />
  // The back office has sent this customer here, and would do so again.
  return <GoOn to={/^\/admin\b/.test(from) && user?.role !== 'admin' ? '/home' : from} />
}

function GoOn({ to }: { to: string }) {
  const path = pathInside(to)
  useEffect(() => {
    if (path === undefined) location.replace(to)
  }, [path, to])
  return path === undefined ? null : <Navigate to={path} replace />
}
