import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'

/** A readable order id that links to the order details. */
export const OrderLink = ({ id }: { id: string }) => (
  <AppLink className="link mono nowrap" href={`/txn/${id}`}>
    {groupId(id)}
  </AppLink>
)
