import { userAtom } from '@jhatpat/shared/browser/session.ts'
import type { HomeProducts, Product } from '@jhatpat/shared/contracts/catalogue.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { productPath } from '../../lib/addresses.ts'
import { writingLink } from '../../lib/contact-link.ts'
import { chatAbout } from '../../lib/support.ts'
import { useContact } from '../../lib/use-contact.ts'
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
  useOpenFirst(results[0])
  return (
    <>
      <p className="visually-hidden" role="status">
        {results.length > 0 ? t('{n} found', { n: results.length }) : noResults(searchText)}
      </p>
      {results.length > 0 ? (
        <ProductGrid
          id="found"
          title={t('Results for “{asked}”', { asked: searchText })}
          products={results}
        />
      ) : (
        <NothingFound searchText={searchText} />
      )}
    </>
  )
}

/** Opens the first result after Enter in the search, once: Back returns to the results. */
function useOpenFirst(first: Product | undefined): void {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const isWanted = (state as { opensFirst?: true } | null)?.opensFirst === true
  const target = first && productPath(first._id)
  useEffect(() => {
    if (!isWanted || !target) return
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    navigate(pathname + search, { replace: true, state: null })
    navigate(target)
  }, [isWanted, target, navigate, pathname, search])
}

const noResults = (searchText: string) => t('No results for “{asked}”', { asked: searchText })

function NothingFound({ searchText }: { searchText: string }) {
  return (
    <div className="sec">
      <Empty
        spot="nomatch"
        title={noResults(searchText)}
        action={
          <div className="row wrap centre">
            <AskForIt searchText={searchText} />
            <ButtonLink href="/home">{t('Show all')}</ButtonLink>
          </div>
        }
      >
        {t('Check the spelling, or tell us: we look for a supplier.')}
      </Empty>
    </div>
  )
}

/** Opens the shop's chat, or a mail to it, with the searched name. */
function AskForIt({ searchText }: { searchText: string }) {
  const support = useContact(true)
  const user = useAtomValue(userAtom)
  const wish = t('Please add “{asked}”.', { asked: searchText })
  const href = support && (chatAbout(support, user, wish) ?? writingLink(support, wish)?.href)
  if (!href) return null
  return (
    <ButtonLink href={href} icon="message-circle" target="_blank" rel="noopener noreferrer">
      {t('Ask for it')}
    </ButtonLink>
  )
}
