import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { EnglishPage } from '@jhatpat/shared/ui/texts/page-language.tsx'
import { Outlet, Route, Routes } from 'react-router-dom'

const TermsScreen = lazyComponent(() => import('../features/policies/terms-screen.tsx'))
const PrivacyScreen = lazyComponent(() => import('../features/policies/privacy-screen.tsx'))
const RefundsScreen = lazyComponent(() => import('../features/policies/refunds-screen.tsx'))
const TestPage = lazyComponent(() => import('./test-page.tsx'))
const NotFound = lazyComponent(() => import('./not-found.tsx'))

const EnglishPages = () => (
  <EnglishPage>
    <Outlet />
  </EnglishPage>
)

/** The public pages, and the page for unknown addresses. */
export default function ReadingRoutes() {
  return (
    <Routes>
      <Route element={<EnglishPages />}>
        <Route path="terms-and-condition" element={<TermsScreen />} />
        <Route path="privacypage" element={<PrivacyScreen />} />
        <Route path="refund-policy" element={<RefundsScreen />} />
        <Route path="test" element={<TestPage />} />
      </Route>
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}
