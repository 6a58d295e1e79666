import { lazily } from '@jhatpat/shared/ui/lazily.tsx'
import { Route, Routes } from 'react-router-dom'
import LoginScreen from '../features/login/login-screen.tsx'
import { GuestsOnly } from '../lib/entry/guests-only.tsx'

const RegisterScreen = lazily(() => import('../features/register/register-screen.tsx'))
const OtpLoginScreen = lazily(() => import('../features/otp/otp-login-screen.tsx'))
const OtpVerifyScreen = lazily(() => import('../features/otp/otp-verify-screen.tsx'))
const ForgotScreen = lazily(() => import('../features/password/forgot-screen.tsx'))
const ResetScreen = lazily(() => import('../features/password/reset-screen.tsx'))
const VerificationScreen = lazily(() => import('../features/verification/verification-screen.tsx'))
const CheckScreen = lazily(() => import('../features/verification/check-screen.tsx'))
const InvitationScreen = lazily(() => import('../features/invitation/invitation-screen.tsx'))
const ContactScreen = lazily(() => import('../features/contact/contact-screen.tsx'))
const OwnerChangeScreen = lazily(() => import('../features/contact/owner-change-screen.tsx'))
const SignInLinkScreen = lazily(() => import('../features/login/sign-in-link-screen.tsx'))
const HostedReturnScreen = lazily(() => import('../features/hosted/hosted-return-screen.tsx'))
const NotFound = lazily(() => import('./not-found.tsx'))

/** The addresses before the login, whose first words `routes.tsx` has. Who is signed in is sent on. */
export default function EntryRoutes() {
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
        <Route path="sign_in_link/:id/:token" element={<SignInLinkScreen />} />
        <Route path="sign_in_link" element={<SignInLinkScreen />} />
        <Route path="checkverification" element={<CheckScreen />} />
      </Route>
      <Route path="invitation/:id/:token" element={<InvitationScreen />} />
      <Route path="invitation" element={<InvitationScreen />} />
      <Route path="contact_changed/:id/:token" element={<ContactScreen />} />
      <Route path="contact_changed" element={<ContactScreen />} />
      <Route path="owner_change/:id/:token" element={<OwnerChangeScreen />} />
      <Route path="owner_change" element={<OwnerChangeScreen />} />
      <Route index element={<HostedReturnScreen />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}
