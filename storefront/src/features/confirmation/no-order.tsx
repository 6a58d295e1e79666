import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'

export function NoOrder() {
  return (
    <main className="shell">
      <title>Order not found · Jhatpat</title>
      <h1 className="sr">Order</h1>
      <Empty
        spot="nomatch"
        title="There is no such order"
        action={
          <ButtonLink href="/orders" variant="accent">
            My Orders
          </ButtonLink>
        }
      >
        It does not exist, or it is not yours.
      </Empty>
    </main>
  )
}
