import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { dayTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { DeliverCodesSection } from '../../../lib/deliver-codes/deliver-codes-dialog.tsx'
import { ReplaceCodeButton } from '../../../lib/deliver-codes/replace-code.tsx'
import { usePermission } from '../../../lib/me.ts'

type Props = { order: BoardOrder; onDone: () => void }

/** What was handed over with an order of codes, by which admin, and when the customer opened it. */
export default function CodesPanel({ order, onDone }: Props) {
  const mayDecide = usePermission()('orders.decide')
  const codes = order.vault ?? []
  const addedText = codesAddedText(order)
  return (
    <section className="panel stack" aria-labelledby="codes-title">
      <h2 className="d4" id="codes-title">
        Codes delivered
      </h2>
      {codes.length === 0 && (
        <p className="t2 sm">{`Completed without a code${order.reason ? `: “${order.reason}”` : '.'}`}</p>
      )}
      <ul className="codes-list sm">
        {codes.map(({ label, revealedAt, replacedAt }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: codes are only appended
          <li key={at} className="row between wrap">
            <span>
              <b>{codes.length > 1 ? `${at + 1}. ${label}` : label}</b>{' '}
              <span className="t2">{replacedAt ? `Replaced ${dayTime(replacedAt)}` : addedText}</span>
            </span>
            <span className="row">
              <span className={revealedAt ? 'ok-text' : 't2'}>
                {revealedAt ? `Viewed ${dayTime(revealedAt)}` : 'Not viewed'}
              </span>
              {mayDecide && !revealedAt && order.status === 'Completed' && (
                <ReplaceCodeButton order={order} secret={at} onDone={onDone} />
              )}
            </span>
          </li>
        ))}
      </ul>
      {codes.some(({ revealedAt }) => revealedAt) && (
        <p className="xs t3">A viewed code can’t be replaced. Refund or resend the order instead.</p>
      )}
      {mayDecide && <DeliverCodesSection order={order} onDone={onDone} />}
    </section>
  )
}

/** The admin who handed the codes over: with the completion, or later. The newest action is first. */
function codesAddedText({ staffActions }: BoardOrder): string {
  const action = staffActions.find(({ action: kind }) => kind === 'add_codes' || kind === 'complete')
  return action ? `Delivered by ${action.name}, ${dayTime(action.at)}` : ''
}
