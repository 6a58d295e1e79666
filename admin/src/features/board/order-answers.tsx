import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { minutesSeconds, relativeTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { useAtomValue } from 'jotai'
import { keysOnAtom } from '../../lib/alerts.ts'
import type { RowTools } from './board-list.tsx'
import { answersTo } from './board-texts.ts'
import type { Holder } from './claim.ts'
import { MoveForm } from './move-form.tsx'

type OrderAnswersProps = RowTools & { order: BoardOrder; holder: Holder }

/** What the admin can decide, each with its cost in words; choosing one asks for a reason. */
export function OrderAnswers({ order, holder, row, act }: OrderAnswersProps) {
  const keysOn = useAtomValue(keysOnAtom)
  const isOthers = holder.kind === 'other'
  const question = order.attention.kind === 'outcome_unknown' ? 'Did it arrive?' : 'Set this order to'
  return (
    <div>
      <div className="row between wrap">
        <p className="label">{question}</p>
        <p className="xs t2">
          <Lease order={order} holder={holder} />
        </p>
      </div>
      {row.asking ? (
        <MoveForm
          order={order}
          to={row.asking}
          busy={act.doing.has(order.orderid)}
          onBack={row.close}
          onSubmit={(to, reason) => act.move(order, to, reason)}
        />
      ) : (
        <div className="answers">
          {answersTo(order).map(({ to, key, cost }) => (
            <button key={to} type="button" disabled={isOthers} onClick={() => row.ask(order.orderid, to)}>
              <span className="row between">
                <b>{to}</b>
                {keysOn && (
                  <span aria-hidden="true">
                    <kbd>{key}</kbd>
                  </span>
                )}
              </span>
              <span className="xs t2">{isOthers ? 'Take the order over first' : cost}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

/** Who has the order, and how long it stays so. */
function Lease({ order, holder }: { order: BoardOrder; holder: Holder }) {
  const nowMs = useNow(1000)
  if (holder.kind === 'nobody') return 'Nobody has it; it becomes yours with what you do'
  if (holder.kind === 'other') {
    return `${holder.name} has it, claimed ${relativeTime(order.claim?.since ?? nowMs, nowMs)}`
  }
  const left = minutesSeconds(Date.parse(holder.until) - nowMs).replace(/^0/, '')
  return (
    <>
      Yours for <b className="num t1">{left}</b>, renews while open
    </>
  )
}
