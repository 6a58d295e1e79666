import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { LoadBoundary } from '@jhatpat/shared/ui/load-boundary.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { DelayStrip } from '../../lib/delays/delay-slot.ts'
import { Banners } from './banners.tsx'
import { Facts } from './facts.tsx'
import { Popup } from './popup.tsx'
import { Grids, Trending } from './sections.tsx'
import { useHomeGallery, useHomeProducts } from './use-home.ts'

const Found = lazyComponent(() => import('./found.tsx'))

export default function HomeScreen() {
  const products = useHomeProducts()
  const gallery = useHomeGallery()
  const [params] = useSearchParams()
  const asked = (params.get('q') ?? '').trim()

  if (asked && products.data) {
    return (
      <main className="shell">
        <title>{t('Search · Jhatpat')}</title>
        <h1 className="visually-hidden">{t('Search')}</h1>
        <LoadBoundary>
          <Suspense>
            <Found products={products.data} asked={asked} />
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
        title={t('The games are not here yet')}
        action={
          <Button icon="refresh-cw" onClick={onRetry}>
            {t('Try again')}
          </Button>
        }
      >
        {t('We could not fetch them just now.')}
      </Empty>
    </div>
  )
}
