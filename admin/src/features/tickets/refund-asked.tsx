import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { ApprovalRequest } from '@jhatpat/shared/contracts/approval-requests.ts'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { useRequests } from '../../lib/requests.ts'

function standing(refund: ApprovalRequest['refund']): string {
  if (refund?.hasNewMessages) return 'The customer has written since: it has to be asked for anew.'
  return refund?.isChanged
    ? 'The order has moved since: it has to be asked for anew.'
    : 'It waits for a second person.'
}

/** That a refund of this order waits for a second person. */
export function RefundAsked({ orderid }: Pick<BoardOrder, 'orderid'>) {
  const { data = [] } = useRequests()
  const request = data.find(({ refund }) => refund?.orderid === orderid)
  if (!request) return null
  const { amount, askedBy, refund } = request
  return (
    <InlineMessage kind="warn" title={`${askedBy.name} has asked to refund ${formatRupees(amount)}`}>
      {standing(refund)}{' '}
      <AppLink className="link" href="/approvals">
        Approvals
      </AppLink>
    </InlineMessage>
  )
}
