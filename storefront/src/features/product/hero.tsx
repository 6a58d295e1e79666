import type { Product } from '@jhatpat/shared/contracts/catalogue.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { Picture } from '@jhatpat/shared/ui/picture.tsx'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import { plainText, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useIsDelayed } from '../../lib/delays/use-known-delays.ts'
import { texts } from './texts.ts'

type HeroProps = {
  product: Product | undefined
  soldOut: boolean
  /** The product failed to load. */
  failed: boolean
  onGuide: () => void
}

/** The head of a product's page; it has its final size before the product has loaded. */
export function Hero({ product, soldOut, failed, onGuide }: HeroProps) {
  const isDelayed = useIsDelayed(product?._id)
  if (!product && failed) {
    return (
      <section className="hero">
        <h1 className="d1">{t('This page didn’t load')}</h1>
      </section>
    )
  }
  return (
    <section className="hero" aria-busy={product === undefined}>
      {product ? (
        <Picture
          className="cover"
          src={product.imgpath}
          alt={product.name}
          width={640}
          height={800}
          eager
          first
        />
      ) : (
        <Skeleton className="cover" />
      )}
      <div className="in">
        {product ? (
          <h1 className="d1" lang="en">
            {product.name}
          </h1>
        ) : (
          <div className="d1">
            <Skeleton height="1.06em" width="9em" />
          </div>
        )}
        <div className="del">
          <span className={soldOut ? 'row when out-of-stock' : 'row when'}>
            <Icon name={soldOut ? 'ban' : isDelayed ? 'clock' : 'zap'} />
            {product ? deliveryText(product, { soldOut, isDelayed }) : <Skeleton height={20} width={130} />}
          </span>
          {product?.isApi !== false && !soldOut && <span className="delivery-time" id="delivery-time" />}
        </div>
        <p className="t2 sm imp" lang="en">
          {product?.importantnote}
        </p>
        <Button size="sm" icon="circle-help" className="how" onClick={onGuide}>
          {t(texts.guide)}
        </Button>
      </div>
    </section>
  )
}

function deliveryText(
  { isApi }: Pick<Product, 'isApi'>,
  { soldOut, isDelayed }: { soldOut: boolean; isDelayed: boolean },
): string {
  if (soldOut) return plainText(texts.soldOut)
  if (isDelayed) return t('Delivery is delayed right now')
  return plainText(isApi ? texts.instant : texts.manual)
}
