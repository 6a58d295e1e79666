import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'

/** An order's id as people read it, leading to all that is known of it. */
export const OrderLink = ({ id }: { id: string }) => (
  <AppLink className="link mono nowrap" href={`/txn/${id}`}>
    {groupId(id)}
  </AppLink>
)
