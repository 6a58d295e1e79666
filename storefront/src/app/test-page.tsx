import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { PageState } from '@jhatpat/shared/ui/page-state.tsx'
import { brand } from '../lib/brand.ts'

/** The address that the specification keeps for our own checks. */
export default function TestPage() {
  return (
    <main className="shell">
      <title>{`Test · ${brand.name}`}</title>
      <PageState
        spot="chai"
        title="Test"
        actions={
          <ButtonLink href="/home" variant="accent">
            Home
          </ButtonLink>
        }
      >
        Test page. Nothing to see here.
      </PageState>
    </main>
  )
}
