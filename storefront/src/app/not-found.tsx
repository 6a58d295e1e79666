import { BigEmpty } from '@jhatpat/shared/ui/big-empty.tsx'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'

export default function NotFound() {
  return (
    <main className="shell">
      <title>Page not found · Jhatpat</title>
      <BigEmpty
        spot="lost"
        title="This page has flown away"
        actions={
          <>
            <ButtonLink href="/home" variant="accent">
              Home
            </ButtonLink>
            <ButtonLink href="/orders" variant="quiet">
              My Orders
            </ButtonLink>
          </>
        }
      >
        The address is old or was mistyped. No order and no money is affected.
      </BigEmpty>
    </main>
  )
}
