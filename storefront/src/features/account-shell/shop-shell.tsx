import { Suspense, useEffect } from 'react'
import { Outlet, useLocation, useNavigationType } from 'react-router-dom'
import { BottomBar } from './bottom-bar.tsx'
import { Footer } from './footer.tsx'
import { OfflineStrip } from './offline-strip.tsx'
import { TopBar } from './top-bar.tsx'
import { useLiveWallet } from './use-live-wallet.ts'
import { useToldWhenOut } from './use-told-when-out.ts'

/** The frame of every page of the shop but the login. */
export function ShopShell() {
  useLiveWallet()
  useToldWhenOut()
  useTopOfNewPage()
  return (
    <>
      <OfflineStrip />
      <TopBar />
      <Suspense fallback={<main className="shell page-comes" aria-busy="true" />}>
        <Outlet />
      </Suspense>
      <Footer />
      <BottomBar />
    </>
  )
}

/** A new page starts at its top; going back keeps the place. */
function useTopOfNewPage(): void {
  const { pathname } = useLocation()
  const kind = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per page
  useEffect(() => {
    if (kind !== 'POP') scrollTo(0, 0)
  }, [pathname])
}
