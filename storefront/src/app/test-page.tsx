import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { brand } from '../lib/brand.ts'

/** The address that the specification keeps for checks of our own. */
export default function TestPage() {
  return (
    <main className="shell">
      <title>{`Test · ${brand.name}`}</title>
      <h1 className="sr">Test</h1>
      <Empty
        spot="chai"
        title="Test"
        action={
          <ButtonLink href="/home" variant="accent">
            Home
          </ButtonLink>
        }
      >
        This address is kept for our own checks. There is nothing to see.
      </Empty>
    </main>
  )
}
