import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { PageState } from '@jhatpat/shared/ui/page-state.tsx'

export default function NotFound() {
  return (
    <main className="shell">
      <title>Page not found · Jhatpat</title>
      <PageState
        spot="lost"
        title="Page not found"
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
        The link is old or mistyped. Your orders and money are not affected.
      </PageState>
    </main>
  )
}
