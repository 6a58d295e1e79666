import { lazily } from '@jhatpat/shared/ui/lazily.tsx'
import { Route, Routes } from 'react-router-dom'

const TermsScreen = lazily(() => import('../features/policies/terms-screen.tsx'))
const PrivacyScreen = lazily(() => import('../features/policies/privacy-screen.tsx'))
const RefundsScreen = lazily(() => import('../features/policies/refunds-screen.tsx'))
const TestPage = lazily(() => import('./test-page.tsx'))
const NotFound = lazily(() => import('./not-found.tsx'))

/** What anybody may read, and what is none of the shop's pages. */
export default function ReadingRoutes() {
  return (
    <Routes>
      <Route path="terms-and-condition" element={<TermsScreen />} />
      <Route path="privacypage" element={<PrivacyScreen />} />
      <Route path="refund-policy" element={<RefundsScreen />} />
      <Route path="test" element={<TestPage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}
