import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { PageBar } from '../lib/page-bar.tsx'

export default function NotFoundScreen() {
  return (
    <>
      <PageBar title="Not found" />
      <Empty spot="nomatch" title="No such screen" action={<ButtonLink href="/">Dashboard</ButtonLink>}>
        The address leads nowhere in the back office.
      </Empty>
    </>
  )
}
