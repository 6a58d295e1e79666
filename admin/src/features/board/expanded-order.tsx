import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import type { Holder } from './assignment.ts'
import { endReason, endTitle } from './ended-texts.ts'
import { OrderChoices } from './order-actions.tsx'
import { OrderFacts } from './order-facts.tsx'
import type { RowTools } from './row-tools.ts'

type ExpandedOrderProps = RowTools & { order: BoardOrder; left: boolean; holder: Holder }

/** Content of an expanded row: evidence on one side, actions on the other. */
export default function ExpandedOrder(props: ExpandedOrderProps) {
  if (props.left) return <LeftNote {...props} />
  return <OpenOrder {...props} />
}

function OpenOrder(props: ExpandedOrderProps) {
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

/** What happened to the order of an open row, in place of its form, until the row is closed. */
function LeftNote({ order, departed, row }: Pick<ExpandedOrderProps, 'order' | 'departed' | 'row'>) {
  const ended = departed.get(order.orderid)
  return (
    <div className="open">
      <InlineMessage
        kind="warn"
        icon="hand"
        role="alert"
        title={ended ? endTitle(ended) : 'No longer pending'}
      >
        <p>{ended && `${endReason(ended)}. `}No change was made here.</p>
        <Button size="sm" onClick={row.close}>
          Close
        </Button>
      </InlineMessage>
    </div>
  )
}
