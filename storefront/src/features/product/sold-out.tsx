import type { Product } from '@jhatpat/shared/contracts/catalogue.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { ProductCard } from '@jhatpat/shared/ui/product-card.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useQuery } from '@tanstack/react-query'
import { productPath } from '../../lib/addresses.ts'
import { keys } from '../../lib/known.ts'
import { useCall } from '../../lib/use-call.ts'

/** Instead of form and payment while nothing of a product can be bought: similar products. */
export default function SoldOut({ product }: { product: Product }) {
  const similar = useSimilar(product)
  return (
    <section className="panel stack stack-4" aria-labelledby="sold-out">
      <h2 className="d3 row sold-out-h" id="sold-out">
        <Icon name="ban" />
        {t('Out of Stock')}
      </h2>
      <p className="t2 sm">{t('You can’t buy this right now. This page updates when it’s back in stock.')}</p>
      {similar.length > 0 && (
        <>
          <h3 className="d4">{t('Similar products')}</h3>
          <div className="similar">
            {similar.map(({ _id, name, imgpath }) => (
              <ProductCard key={_id} href={productPath(_id)} name={name} picture={imgpath} />
            ))}
          </div>
        </>
      )}
      <ButtonLink href="/home" block>
        {t('See all products')}
      </ButtonLink>
    </section>
  )
}

const maxSimilar = 4

/** Products of the same category in stock, first those that are bought in the same way. */
function useSimilar({ _id, category, type }: Product): Product[] {
  const call = useCall()
  const { data } = useQuery({
    queryKey: keys.homeProducts,
    queryFn: ({ signal }) => call('homeProducts', { signal }),
  })
  const all = new Map(
    Object.values(data ?? {})
      .flat()
      .map((product) => [product._id, product]),
  )
  const others = [...all.values()].filter(
    (other) => other._id !== _id && other.category === category && other.instock,
  )
  const isAlike = (other: Product) => Number(other.type === type)
  return others.sort((one, other) => isAlike(other) - isAlike(one)).slice(0, maxSimilar)
}
