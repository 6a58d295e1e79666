import { userAtom } from '@jhatpat/shared/browser/session.ts'
import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { LoadBoundary } from '@jhatpat/shared/ui/load-boundary.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useAtomValue } from 'jotai'
import { Suspense, useState } from 'react'
import { useParams } from 'react-router-dom'
import { DelayStrip } from '../../lib/delays/delay-slot.ts'
import type { GuideName } from './guides.tsx'
import { Hero } from './hero.tsx'
import { isSoldOut } from './in-stock.ts'
import { PurchasePanelSkeleton } from './purchase-panel-skeleton.tsx'
import { useItems, useProduct } from './use-product.ts'

const Guide = lazyComponent(() => import('./guides.tsx'))

// The purchase panel loads in parallel with the product's data; its room is reserved from the initial render.
const PurchasePanel = lazyComponent(() => import('./purchase-panel.tsx'))
/** @public read by `lazyComponent` */
export const preloadProduct = PurchasePanel.preload().catch(() => undefined)

export default function ProductScreen() {
  const { _id = '' } = useParams()
  return <ProductPage key={_id} id={_id} />
}

function ProductPage({ id }: { id: string }) {
  const product = useProduct(id)
  const items = useItems(id)
  const user = useAtomValue(userAtom)
  const [guide, setGuide] = useState<GuideName>()

  if (product.error instanceof ApiError && product.error.status === 404) return <NoProduct />
  return (
    <>
      <Optional>
        <DelayStrip product={id} buys />
      </Optional>
      <main className="shell">
        <title>
          {product.data ? t('{product} top-up · Jhatpat', { product: product.data.name }) : t('Jhatpat')}
        </title>
        <Hero
          product={product.data}
          soldOut={isSoldOut(product.data, items.data)}
          failed={product.isError}
          onGuide={() => setGuide('purchase')}
        />
        <LoadBoundary>
          <Suspense fallback={<PurchasePanelSkeleton signedIn={user !== null} />}>
            <PurchasePanel
              productId={id}
              product={product.data}
              items={items.data}
              failed={product.isError || items.isError}
              onRetry={() => {
                product.refetch()
                items.refetch()
              }}
              user={user}
              onHelp={() => setGuide('ids')}
            />
          </Suspense>
        </LoadBoundary>
        {guide && (
          <Optional>
            <Guide name={guide} onClose={() => setGuide(undefined)} />
          </Optional>
        )}
      </main>
    </>
  )
}

export function NoProduct() {
  return (
    <main className="shell">
      <title>{t('Product not found · Jhatpat')}</title>
      <h1 className="visually-hidden">{t('Product')}</h1>
      <Empty
        spot="nomatch"
        title={t('Product not found')}
        action={
          <ButtonLink href="/home" variant="accent">
            {t('See all products')}
          </ButtonLink>
        }
      >
        {t('It may no longer be available.')}
      </Empty>
    </main>
  )
}
