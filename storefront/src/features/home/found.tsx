import type { HomeProducts, Product } from '@jhatpat/shared/contracts/catalogue.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { ProductGrid } from './sections.tsx'

/** The products whose name holds what was searched for. */
export default function Found({ products, asked }: { products: HomeProducts; asked: string }) {
  const found = search(products, asked)
  if (found.length > 0) {
    return <ProductGrid id="found" title={`Results for “${asked}”`} products={found} />
  }
  return (
    <div className="sec">
      <Empty
        spot="nomatch"
        title="Nothing found"
        action={<ButtonLink href="/home">Show everything</ButtonLink>}
      >
        {`No game or OTT is called “${asked}”.`}
      </Empty>
    </div>
  )
}

function search(products: HomeProducts, asked: string): Product[] {
  const wanted = asked.toLowerCase()
  const all = Object.values(products).flat()
  const matching = all.filter(({ name }) => name.toLowerCase().includes(wanted))
  return [...new Map(matching.map((product) => [product._id, product])).values()]
}
