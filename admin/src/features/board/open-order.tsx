import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { Note } from '@jhatpat/shared/ui/note.tsx'
import type { Holder } from './assignment.ts'
import { OrderAnswers } from './order-answers.tsx'
import { OrderEvidence } from './order-evidence.tsx'
import type { RowTools } from './row-tools.ts'

type OpenOrderProps = RowTools & { order: BoardOrder; holder: Holder }

/** What an open row shows: the evidence on one side, what can be done on the other. */
export default function OpenOrder(props: OpenOrderProps) {
  const note = props.act.notes.get(props.order.orderid)
  return (
    <div className="open">
      <OrderEvidence order={props.order} />
      <div className="stack">
        {note && (
          <Note kind={note.kind} title={note.title} icon="hand" role="alert">
            {note.text}
          </Note>
        )}
        <OrderAnswers {...props} />
      </div>
    </div>
  )
}
