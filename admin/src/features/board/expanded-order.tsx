import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import type { Holder } from './assignment.ts'
import { OrderChoices } from './order-actions.tsx'
import { OrderFacts } from './order-facts.tsx'
import type { RowTools } from './row-tools.ts'

type ExpandedOrderProps = RowTools & { order: BoardOrder; holder: Holder }

/** Content of an expanded row: evidence on one side, actions on the other. */
export default function ExpandedOrder(props: ExpandedOrderProps) {
  const note = props.act.notes.get(props.order.orderid)
  return (
    <div className="open">
      <OrderFacts order={props.order} />
      <div className="stack">
        {note && (
          <InlineMessage kind={note.kind} title={note.title} icon="hand" role="alert">
            {note.text}
          </InlineMessage>
        )}
        <OrderChoices {...props} />
      </div>
    </div>
  )
}
