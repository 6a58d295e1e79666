import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'

export default function NotFound() {
  return (
    <main className="shell">
      <title>Page not found · Jhatpat</title>
      <h1 className="sr">Page not found</h1>
      <Empty
        spot="nomatch"
        title="This page does not exist"
        action={
          <ButtonLink href="/home" variant="accent">
            Home
          </ButtonLink>
        }
      >
        The address may be mistyped, or what was here is gone.
      </Empty>
    </main>
  )
}
