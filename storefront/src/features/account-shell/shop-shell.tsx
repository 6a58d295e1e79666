import { userAtom } from '@jhatpat/shared/browser/session.ts'
import { useBurstGuard } from '@jhatpat/shared/browser/use-burst-guard.ts'
import { LoadBoundary } from '@jhatpat/shared/ui/load-boundary.tsx'
import { useAtomValue } from 'jotai'
import { lazy, Suspense, useEffect } from 'react'
import { Outlet, useLocation, useNavigationType } from 'react-router-dom'
import { ToMyOrders } from '../../lib/to-my-orders.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { Footer } from './footer.tsx'
import { OfflineStrip } from './offline-strip.tsx'
import { TopBar } from './top-bar.tsx'
import { useLiveWallet } from './use-live-wallet.ts'
import { useSignedOutNotice } from './use-told-when-out.ts'

/** Renders nothing when it fails to load: the next full page load tries again. */
const OpenOrders = lazy(() => import('./open-orders.ts').catch(() => ({ default: () => null })))

/** The frame of every page of the shop but the login. */
export function ShopShell() {
  const { pathname } = useLocation()
  const user = useAtomValue(userAtom)
  useLiveWallet()
  useSignedOutNotice()
  useBurstGuard()
  useTopOfNewPage(pathname)
  return (
    <>
      {user && (
        <Suspense fallback={null}>
          <OpenOrders />
        </Suspense>
      )}
      <OfflineStrip />
      <TopBar />
      <LoadBoundary here={pathname} main="shell" more={<ToMyOrders />}>
        <Suspense fallback={<main className="shell page-comes" aria-busy="true" />}>
          <Outlet />
        </Suspense>
      </LoadBoundary>
      <Footer />
      <BottomBar />
    </>
  )
}

/** A new page starts at its top; going back keeps the place. */
function useTopOfNewPage(pathname: string): void {
  const kind = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per page
  useEffect(() => {
    if (kind !== 'POP') scrollTo(0, 0)
  }, [pathname])
}
