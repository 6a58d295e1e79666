import type { HomeProducts, Product } from '@jhatpat/shared/contracts/catalogue.ts'
import { ProductCard } from '@jhatpat/shared/ui/product-card.tsx'
import { CardSkeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { productPath } from '../../lib/addresses.ts'
import { useIsRunning } from '../../lib/use-is-running.ts'

/** Cards in Trending while the products load (specification §9). */
const placeholders = Array.from({ length: 30 }, (_, place) => `place-${place + 1}`)

/** Cards that are on the first screen load at once. */
const eagerCount = 5

/** The number of Trending cards that fit on a wide screen. Further pictures would delay the visible ones. */
const inSight = 8

export function Trending({ products, loading }: { products: readonly Product[]; loading: boolean }) {
  const isRunning = useIsRunning()
  if (!loading && products.length === 0) return null
  return (
    <section className="sec" aria-labelledby="trending">
      <Heading id="trending" text={t('Trending')} />
      <section
        className="trend"
        aria-label={t('Trending products')}
        aria-busy={loading}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by key
        tabIndex={0}
      >
        {loading
          ? placeholders.map((index) => <CardSkeleton key={index} />)
          : products.map((product, index) => (
              <Card
                key={product._id}
                product={product}
                rank={index + 1}
                eager={index < eagerCount}
                isDrawn={isRunning || index < inSight}
              />
            ))}
      </section>
    </section>
  )
}

const grids = [
  { key: 'instantGames', title: 'Discounts' },
  { key: 'games', title: 'Games' },
  { key: 'ott', title: 'OTTs' },
  { key: 'others', title: 'Others' },
] as const satisfies readonly { key: keyof HomeProducts; title: string }[]

/** The four grids; one without products is left out. */
export function Grids({ products }: { products: HomeProducts }) {
  return grids
    .filter(({ key }) => products[key].length > 0)
    .map(({ key, title }) => (
      <ProductGrid key={key} id={key} title={t(title)} products={products[key]} below />
    ))
}

type ProductGridProps = {
  id: string
  title: string
  products: readonly Product[]
  /** Below the first screen, it is laid out when it comes near the viewport. */
  below?: true
}

export function ProductGrid({ id, title, products, below }: ProductGridProps) {
  return (
    <section className={below ? 'sec below' : 'sec'} aria-labelledby={id}>
      <Heading id={id} text={title} />
      <div className="grid-p">
        {products.map((product) => (
          <Card key={product._id} product={product} />
        ))}
      </div>
    </section>
  )
}

function Heading({ id, text }: { id: string; text: string }) {
  return (
    <div className="sec-h">
      <h2 className="d2" id={id}>
        {text}
      </h2>
    </div>
  )
}

type CardProps = { product: Product; rank?: number; eager?: boolean; isDrawn?: boolean }

function Card({ product, rank, eager, isDrawn = true }: CardProps) {
  return (
    <ProductCard
      href={productPath(product._id)}
      name={product.name}
      picture={isDrawn ? product.imgpath : undefined}
      rank={rank}
      eager={eager}
    />
  )
}
