import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { PageState } from '@jhatpat/shared/ui/page-state.tsx'

export default function NotFound() {
  return (
    <main className="shell">
      <title>Page not found · Jhatpat</title>
      <PageState
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
      </PageState>
    </main>
  )
}
