import { connectionAtom } from '@jhatpat/shared/browser/connection.ts'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { signedOutAtom, tokenAtom, userAtom } from '@jhatpat/shared/browser/session.ts'
import { useBurstGuard } from '@jhatpat/shared/browser/use-burst-guard.ts'
import { serverNow } from '@jhatpat/shared/ui/format/server-time.ts'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { LoadBoundary } from '@jhatpat/shared/ui/load-boundary.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useOnline } from '@jhatpat/shared/ui/use-online.ts'
import { useAtomValue } from 'jotai'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Outlet, useLocation, useNavigationType } from 'react-router-dom'
import { ToMyOrders } from '../../lib/to-my-orders.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { Footer } from './footer.tsx'
import { TopBar } from './top-bar.tsx'
import { useLiveWallet } from './use-live-wallet.ts'

/** Renders nothing when it fails to load: the next full page load tries again. */
const OpenOrders = lazy(() => import('./open-orders.ts').catch(() => ({ default: () => null })))

/** The frame of every page of the shop except the login pages. */
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
      <LoadBoundary path={pathname} main="shell" more={<ToMyOrders />}>
        <Suspense fallback={<main className="shell page-comes" aria-busy="true" />}>
          <Outlet />
        </Suspense>
      </LoadBoundary>
      <Footer />
      <BottomBar />
    </>
  )
}

/** A new page starts at its top; going back keeps the scroll position. */
function useTopOfNewPage(pathname: string): void {
  const kind = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per page
  useEffect(() => {
    if (kind !== 'POP') scrollTo(0, 0)
  }, [pathname])
}

const OfflineBanner = lazyComponent(() => import('./offline-features.tsx'))

/** A socket that reconnects within this time shows no banner, in ms. */
const graceMs = 3_000

/** The banner across the top while live updates are missing; says how old the data is. */
function OfflineStrip() {
  const online = useOnline()
  const connection = useAtomValue(connectionAtom)
  const lostAt = connection.state === 'lost' ? connection.since : undefined
  const [since, setSince] = useState<number>()

  useEffect(() => {
    if (!online) return setSince((known) => known ?? lostAt ?? serverNow())
    if (lostAt === undefined) return setSince(undefined)
    const timer = setTimeout(() => setSince(lostAt), graceMs)
    return () => clearTimeout(timer)
  }, [online, lostAt])

  // Mounted from the start: once offline, its code could not be fetched any more.
  return (
    <Optional>
      <OfflineBanner offline={since !== undefined} since={since ?? 0} />
    </Optional>
  )
}

/** Shows a toast after a sign-out that did not come from this page. */
function useSignedOutNotice(): void {
  const { store } = useServices()
  useEffect(() => {
    let before = store.get(tokenAtom)
    return store.sub(tokenAtom, () => {
      const token = store.get(tokenAtom)
      if (before && !token && !store.get(signedOutAtom)) {
        const text = t('You’ve been signed out. Log in to continue where you left off.')
        pushToast(store, { kind: 'info', title: t('You’re signed out.'), text })
      }
      before = token
    })
  }, [store])
}
