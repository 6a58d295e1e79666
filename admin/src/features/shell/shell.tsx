import { connectionAtom } from '@jhatpat/shared/browser/connection.ts'
import { useBurstGuard } from '@jhatpat/shared/browser/use-burst-guard.ts'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { LoadBoundary } from '@jhatpat/shared/ui/load-boundary.tsx'
import { OfflineBanner } from '@jhatpat/shared/ui/offline-banner.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { useServerTime } from '@jhatpat/shared/ui/use-server-time.ts'
import { useAtomValue } from 'jotai'
import { type ReactNode, Suspense, useCallback, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { usePermission } from '../../lib/me.ts'
import { OpenMenu } from '../../lib/page-bar.tsx'
import { useBoardEvents, usePendingOrders } from '../../lib/pending-orders.ts'
import { useTicketEvents } from '../../lib/ticket-counts.ts'
import { type MenuScreen, SideMenu } from './side-menu.tsx'
import { useSearchKeys } from './use-search-keys.ts'

const SupplierBar = lazyComponent(() => import('./supplier-bar.tsx'))

const PaletteDialog = lazyComponent(() => import('./palette-dialog.tsx'))

const IncidentStrip = lazyComponent(() => import('../../lib/incidents/incident-strip.tsx'))

/** Loaded after the screen, which a chime need not delay. */
export const Background = lazyComponent(() => import('./background.tsx'))

/**
 * The frame around every screen: the menu, the offline banner, and the connection to the live
 * board.
 */
export function Shell({ screens, children }: { screens: readonly MenuScreen[]; children: ReactNode }) {
  const [open, setOpen] = useState<'menu' | 'search'>()
  const close = () => setOpen(undefined)
  const search = useCallback(() => setOpen('search'), [])
  const { pathname } = useLocation()
  const may = usePermission()
  const connection = useAtomValue(connectionAtom)
  const { dataUpdatedAt } = usePendingOrders()
  useBoardEvents()
  useTicketEvents()
  useBurstGuard()
  useSearchKeys(search)
  const lost = connection.state === 'lost'
  return (
    <OpenMenu value={() => setOpen('menu')}>
      <OfflineBanner
        offline={lost}
        since={Math.max(useServerTime(dataUpdatedAt), lost && dataUpdatedAt === 0 ? connection.since : 0)}
      />
      {may('suppliers.view') && (
        <Optional>
          <IncidentStrip />
        </Optional>
      )}
      <div className="back-office">
        <SideMenu screens={screens} onSearch={search} />
        <main className="page-main">
          {may('suppliers.view') && (
            <div className="supplier-bar">
              <Optional>
                <SupplierBar />
              </Optional>
            </div>
          )}
          <LoadBoundary path={pathname}>
            <Suspense fallback={<p role="status">Loading...</p>}>{children}</Suspense>
          </LoadBoundary>
        </main>
      </div>
      <Optional>
        <Background />
      </Optional>
      <Dialog open={open === 'menu'} onClose={close} title="Menu" kind="drawer-left">
        <SideMenu screens={screens} onSearch={search} onChoose={close} />
      </Dialog>
      {open === 'search' && (
        <Optional>
          <PaletteDialog screens={screens} onClose={close} />
        </Optional>
      )}
    </OpenMenu>
  )
}
