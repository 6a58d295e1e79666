import { type Services, ServicesProvider } from '@jhatpat/shared/browser/services.tsx'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { type AnchorProps, Links } from '@jhatpat/shared/ui/links.tsx'
import { LoadBoundary } from '@jhatpat/shared/ui/load-boundary.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { Link, Route, Routes } from 'react-router-dom'
import { FactorGate } from '../features/second-factor/factor-gate.tsx'
import { Shell } from '../features/shell/shell.tsx'
import { SignInGuard } from '../features/sign-in-guard/sign-in-guard.tsx'
import { type Browser, BrowserProvider } from '../lib/browser.tsx'
import { usePermission } from '../lib/me.ts'
import { UnsavedChangesGuard } from '../lib/unsaved-changes.tsx'
import { innerScreens, screens } from './nav.ts'

/** Loaded with the first screen, before which there is nothing to say. */
const Toasts = lazyComponent(async () => ({
  default: (await import('@jhatpat/shared/ui/toast.tsx')).Toasts,
}))
const NotFoundScreen = lazyComponent(() => import('./not-found-screen.tsx'))

/** The admin app: the only route of a data router. Services and browser are passed in. */
export function App({ services, browser }: { services: Services; browser: Browser }) {
  return (
    <ServicesProvider services={services}>
      <BrowserProvider browser={browser}>
        <UnsavedChangesGuard>
          <LoadBoundary main="page-main">
            <SignInGuard>
              <Links as={RouterAnchor}>
                <FactorGate>
                  <AdminScreens />
                </FactorGate>
              </Links>
            </SignInGuard>
          </LoadBoundary>
        </UnsavedChangesGuard>
        <Optional>
          <Toasts />
        </Optional>
      </BrowserProvider>
    </ServicesProvider>
  )
}

/** The screens that the admin's role may open. Any other address shows "not found". */
function AdminScreens() {
  const may = usePermission()
  const own = screens.filter((screen) => screen.for.some(may))
  const inner = innerScreens.filter((screen) => !screen.for || screen.for.some(may))
  return (
    <Shell screens={own}>
      <Routes>
        {[...own, ...inner].map(({ path, screen: Screen }) => (
          <Route key={path} path={path} element={<Screen />} />
        ))}
        <Route path="*" element={<NotFoundScreen />} />
      </Routes>
    </Shell>
  )
}

/** A link inside the admin app; `href` is relative to `/admin`. */
function RouterAnchor({ href, ...rest }: AnchorProps) {
  return <Link to={href} {...rest} />
}
