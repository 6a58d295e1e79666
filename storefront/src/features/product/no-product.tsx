import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'

export function NoProduct() {
  return (
    <main className="shell">
      <title>Product not found · Jhatpat</title>
      <h1 className="sr">Product</h1>
      <Empty
        spot="nomatch"
        title="This product does not exist"
        action={
          <ButtonLink href="/home" variant="accent">
            See all products
          </ButtonLink>
        }
      >
        It may have been taken out of the shop.
      </Empty>
    </main>
  )
}
