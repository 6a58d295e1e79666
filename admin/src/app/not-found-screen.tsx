import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { PageBar } from '../lib/page-bar.tsx'

export default function NotFoundScreen() {
  return (
    <>
      <PageBar title="Page not found" />
      <Empty
        spot="nomatch"
        title="This page doesn’t exist"
        action={<ButtonLink href="/">Dashboard</ButtonLink>}
      >
        Check the address, or go to the dashboard.
      </Empty>
    </>
  )
}
