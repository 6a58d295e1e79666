import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { useEffect, useRef, useState } from 'react'
import { type UnitDecision, unitOf } from './open-units.ts'
import { choiceOf, unitCost, unitName } from './unit-actions.ts'

type RetryUnitDialogProps = {
  order: BoardOrder
  decision: UnitDecision
  busy: boolean
  /** Why it cannot be confirmed now. */
  blocked: string | undefined
  onClose: () => void
  onConfirm: (reason: string) => void
}

/**
 * Confirms that a unit is bought once more: the player, the cost, and the risk of a double
 * delivery. Not a form, so that Enter in the reason confirms nothing: the button must be pressed.
 * It stays open when the unit changes, so that typed keys reach nothing else.
 */
export function RetryUnitDialog({
  order,
  decision,
  busy,
  blocked,
  onClose,
  onConfirm,
}: RetryUnitDialogProps) {
  const field = useRef<HTMLInputElement>(null)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  // The dialog first focuses its close button.
  useEffect(() => field.current?.focus(), [])
  const isOpen = choiceOf(order, decision) !== undefined || busy
  const confirm = () => {
    setMissing(reason.trim() === '')
    if (reason.trim() === '') field.current?.focus()
    else onConfirm(reason)
  }
  return (
    <Dialog open onClose={() => !busy && onClose()} title={`Buy ${unitName(order, decision.unit)} again?`}>
      <div className="stack">
        <RetryUnitFacts order={order} decision={decision} />
        <Field
          ref={field}
          label="Reason (saved on the order)"
          hint="Required. Not shown to the customer."
          error={missing ? 'Enter a reason for buying again.' : undefined}
          required
          maxLength={300}
          value={reason}
          onChange={(event) => {
            setReason(event.target.value)
            setMissing(false)
          }}
        />
        {!isOpen && (
          <InlineMessage kind="bad" title="This unit was updated" icon="hand" role="alert">
            Your action bought nothing. Close this and refresh the order.
          </InlineMessage>
        )}
        {blocked && isOpen && (
          <Hint tone="warn" icon="hand">
            {blocked}
          </Hint>
        )}
        <div className="row row-end wrap">
          <Button variant="quiet" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          {isOpen && (
            <Button
              variant="bad"
              busy={busy}
              busyText="Sending…"
              disabled={blocked !== undefined}
              onClick={confirm}
            >
              Buy again
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** The facts at the time of opening. */
function RetryUnitFacts(props: Pick<RetryUnitDialogProps, 'order' | 'decision'>) {
  const [{ order, decision }] = useState(props)
  const unit = unitOf(order, decision)
  const player = order.input2 ? `${order.input1} (${order.input2})` : order.input1
  return (
    <>
      <dl className="key-values">
        <div>
          <dt>Item</dt>
          <dd>
            {order.itemname}, {order.product.name}
          </dd>
        </div>
        <div>
          <dt>Player</dt>
          <dd>
            <bdi className="mono">{player}</bdi>
            {order.username && (
              <>
                , <bdi>{order.username}</bdi>
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>Costs</dt>
          <dd>{unit && unitCost(unit)}</dd>
        </div>
      </dl>
      <InlineMessage kind="bad" title="It may be delivered twice">
        {choiceOf(order, decision)?.cost}. If the first is delivered too, you pay twice and can’t get one
        back.
      </InlineMessage>
    </>
  )
}
