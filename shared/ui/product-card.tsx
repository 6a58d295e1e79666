import { AppLink } from './links.tsx'
import { Picture } from './picture.tsx'
import { t } from './texts/translate.ts'

export type ProductCardProps = {
  href: string
  name: string
  /** Undefined keeps the room empty. */
  picture: string | undefined
  /** The rank in Trending, drawn over the picture. */
  rank?: number | undefined
  /** Loads at once: for the cards of the first screen. */
  eager?: boolean | undefined
}

/** A product; the whole card is one link. */
export function ProductCard({ href, name, picture, rank, eager = false }: ProductCardProps) {
  return (
    <AppLink className="card" href={href}>
      <span className="art">
        {picture !== undefined && <Picture src={picture} width={640} height={800} eager={eager} />}
        {rank !== undefined && (
          <span className="rank" aria-hidden="true">
            {rank}
          </span>
        )}
      </span>
      <span className="name" lang="en">
        {name}
      </span>
      <span className="disc">{t('Discount')}</span>
      <span className="btn btn-block">{t('TOP UP')}</span>
    </AppLink>
  )
}
