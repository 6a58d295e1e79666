import type { HomeProducts } from '@jhatpat/shared/contracts/catalogue.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { searchProducts } from './search-products.ts'
import { ProductGrid } from './sections.tsx'

/** The products that match the search text. */
export default function SearchResults({
  products,
  searchText,
}: {
  products: HomeProducts
  searchText: string
}) {
  const results = searchProducts(Object.values(products).flat(), searchText)
  if (results.length > 0) {
    return (
      <ProductGrid id="found" title={t('Results for “{asked}”', { asked: searchText })} products={results} />
    )
  }
  return (
    <div className="sec">
      <Empty
        spot="nomatch"
        title={t('Nothing found')}
        action={<ButtonLink href="/home">{t('Show everything')}</ButtonLink>}
      >
        {t('No game or OTT is called “{asked}”.', { asked: searchText })}
      </Empty>
    </div>
  )
}
