import type { ShownImage } from '@jhatpat/shared/contracts/gallery.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { istDay } from '@jhatpat/shared/ui/format/ist-text.ts'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { LoadBoundary } from '@jhatpat/shared/ui/load-boundary.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { rich } from '@jhatpat/shared/ui/texts/rich.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { DelayStrip } from '../../lib/delays/delay-slot.ts'
import { Banners } from './banners.tsx'
import { Grids, Trending } from './sections.tsx'
import { useHomeGallery, useHomeProducts } from './use-home.ts'

const Found = lazyComponent(() => import('./search-results.tsx'))

export default function HomeScreen() {
  const products = useHomeProducts()
  const gallery = useHomeGallery()
  const [params] = useSearchParams()
  const searchText = (params.get('q') ?? '').trim()

  if (searchText && products.data) {
    return (
      <main className="shell">
        <title>{t('Search · Jhatpat')}</title>
        <h1 className="visually-hidden">{t('Search')}</h1>
        <LoadBoundary>
          <Suspense>
            <Found products={products.data} searchText={searchText} />
          </Suspense>
        </LoadBoundary>
      </main>
    )
  }
  return (
    <>
      <Optional>
        <DelayStrip />
      </Optional>
      <main className="shell">
        <title>{t('Jhatpat: game top-ups, recharges and OTTs')}</title>
        <h1 className="visually-hidden">{t('Jhatpat')}</h1>
        <Banners gallery={gallery.data} loading={gallery.isPending} />
        <Facts />
        <Trending products={products.data?.trending ?? []} loading={products.isPending} />
        {products.data && <Grids products={products.data} />}
        {products.isError && !products.data && <NotFetched onRetry={() => products.refetch()} />}
        <Popup ad={gallery.data?.Popup[0]} />
      </main>
    </>
  )
}

function NotFetched({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="sec">
      <Empty
        spot="offline"
        title={t('Couldn’t load games')}
        action={
          <Button icon="refresh-cw" onClick={onRetry}>
            {t('Try again')}
          </Button>
        }
      >
        {t('Check your connection and try again.')}
      </Empty>
    </div>
  )
}

/** The shop's promises; figures only where they are measured. */
export function Facts() {
  return (
    <ul className="facts">
      <li>
        <Icon name="zap" />
        <span>
          {rich('{fact} and delivery starts automatically', { fact: <b>{t('Pay by UPI or wallet')}</b> })}
        </span>
      </li>
      <li>
        <Icon name="eye" />
        <span>{rich('{fact} from payment to delivery', { fact: <b>{t('Track every step')}</b> })}</span>
      </li>
      <li>
        <Icon name="undo-2" />
        <span>{rich('{fact} Refund to your wallet', { fact: <b>{t('Not delivered?')}</b> })}</span>
      </li>
    </ul>
  )
}

const PopupAd = lazyComponent(() => import('./popup-ad.tsx'))
const closedKey = 'popupClosedOn'

/** Shows the first popup once the page is rendered; after it was closed, not again on that day. */
export function Popup({ ad }: { ad: ShownImage | undefined }) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (ad && localStorage.getItem(closedKey) !== istDay(Date.now())) setOpen(true)
  }, [ad])
  if (!ad || !open) return null
  const close = () => {
    localStorage.setItem(closedKey, istDay(Date.now()))
    setOpen(false)
  }
  return (
    <Optional>
      <PopupAd ad={ad} onClose={close} />
    </Optional>
  )
}
