import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { minutesSeconds, relativeTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { useAtomValue } from 'jotai'
import { keysOnAtom } from '../../lib/alerts.ts'
import { useMe, usePermission } from '../../lib/me.ts'
import type { HeldAction } from '../../lib/undo/held-actions.tsx'
import { SecondsLeft } from '../../lib/undo/held-actions.tsx'
import type { Holder } from './assignment.ts'
import { actionsFor } from './board-texts.ts'
import { openUnitsOf } from './open-units.ts'
import { RetryUnitDialog } from './retry-unit-dialog.tsx'
import type { ActionTools } from './row-tools.ts'
import { TransitionForm } from './transition-form.tsx'
import { choiceOf, choicesFor, unitName } from './unit-actions.ts'
import { UnitForm } from './unit-form.tsx'
import { withRisk } from './unit-risk.ts'

/** `withKeys`: whether the keys of the actions work in this place. */
type OrderChoicesProps = ActionTools & { order: BoardOrder; holder: Holder; withKeys?: boolean }

/**
 * The actions that the admin can take, each with its cost; choosing one asks for confirmation and a
 * reason.
 */
export function OrderChoices(props: OrderChoicesProps) {
  const { order, holder, row, withKeys = true } = props
  const mayDecide = usePermission()('orders.decide')
  const blocked = blockedText(holder)
  const open = openUnitsOf(order)
  if (order.pendingCompletion) return <PendingCompletionNote {...props} />
  const held = props.act.held.get(order.orderid)
  if (held) return <HeldNote {...held} />
  if (!mayDecide) return <p className="t2 sm">Your role can view orders only.</p>
  return (
    <div>
      <div className="row between wrap asked">
        <p className="label">{questionAbout(order)}</p>
        <p className="xs t2">{order.status === 'Processing' && <Lease order={order} holder={holder} />}</p>
      </div>
      {isConfirming(props) ? (
        <ConfirmForm {...props} />
      ) : open.length > 0 ? (
        open.map((unit) => (
          <fieldset key={unit.ref} className="answers" aria-label={`Resolve ${unitName(order, unit.ref)}`}>
            {choicesFor(order, unit).map(({ decision, title, key, cost }) => (
              <ActionButton
                key={key}
                title={title}
                cost={withRisk(order, decision, cost)}
                blocked={blocked}
                hotkey={withKeys ? key : ''}
                onChoose={() => row.confirm(order.orderid, decision)}
              />
            ))}
          </fieldset>
        ))
      ) : (
        <div className="answers">
          {actionsFor(order).map(({ to, key, cost }) => (
            <ActionButton
              key={to}
              title={to}
              cost={cost}
              blocked={blocked}
              hotkey={withKeys ? key : ''}
              onChoose={() => row.confirm(order.orderid, to)}
            />
          ))}
        </div>
      )}
      <RetryUnit {...props} />
    </div>
  )
}

/**
 * A confirmation for a unit ends with the attempt it refers to. Sending again is confirmed in a
 * dialog.
 */
function isConfirming({ order, row: { confirming } }: OrderChoicesProps): boolean {
  if (typeof confirming !== 'object') return confirming !== undefined
  return confirming.answer !== 'retry_unit' && choiceOf(order, confirming) !== undefined
}

function RetryUnit({ order, holder, row, act }: OrderChoicesProps) {
  const { confirming } = row
  if (typeof confirming !== 'object' || confirming.answer !== 'retry_unit') return null
  return (
    <RetryUnitDialog
      order={order}
      decision={confirming}
      busy={act.busyTexts.has(order.orderid)}
      blocked={blockedText(holder)}
      onClose={row.close}
      onConfirm={(reason) => act.resolve(order, confirming, reason)}
    />
  )
}

/** Why nothing can be decided: another admin is the assignee, perhaps since a moment ago. */
const blockedText = (holder: Holder): string | undefined =>
  holder.kind === 'other' ? 'Assign the order to yourself first' : undefined

function ConfirmForm({ order, holder, row, act }: OrderChoicesProps) {
  const { confirming } = row
  const busy = act.busyTexts.has(order.orderid)
  const common = { order, busy, blocked: blockedText(holder), onBack: row.close }
  if (confirming === undefined) return null
  return typeof confirming === 'object' ? (
    <UnitForm
      {...common}
      decision={confirming}
      onSubmit={(decision, reason) => act.resolve(order, decision, reason)}
    />
  ) : (
    <TransitionForm
      {...common}
      to={confirming}
      onSubmit={(input) => act.transition(order, confirming, input)}
    />
  )
}

function questionAbout(order: BoardOrder): string {
  const [unit, ...more] = openUnitsOf(order)
  if (!unit) return order.pendingReason.kind === 'outcome_unknown' ? 'Was it delivered?' : 'Set status to'
  if (unit.state === 'held_back') return 'It costs more than was paid. What next?'
  if (more.length > 0) return 'What’s the outcome of these units?'
  if (unit.state === 'sending') return `The supplier has ${unitName(order, unit.ref)} on hold. What next?`
  if (unit.state === 'rejected') return `The supplier rejected ${unitName(order, unit.ref)}. What next?`
  return order.unitList.length > 1 ? `Was ${unitName(order, unit.ref)} delivered?` : 'Was it delivered?'
}

/** The assignee, and until when. */
function Lease({ order, holder }: { order: BoardOrder; holder: Holder }) {
  const nowMs = useNow(1000)
  if (holder.kind === 'unassigned') return 'Unassigned. Your action assigns it to you.'
  if (holder.kind === 'other') {
    return `Assigned to ${holder.name} · ${relativeTime(order.assignee?.since ?? nowMs, nowMs)}`
  }
  const left = minutesSeconds(Date.parse(holder.until) - nowMs).replace(/^0/, '')
  return (
    <>
      Yours for <b className="num t1">{left}</b>, renews while open
    </>
  )
}

/** Replaces the actions while a completion is pending, with the time left to undo it. */
function PendingCompletionNote({ order, act }: OrderChoicesProps) {
  const me = useMe()
  const { pendingCompletion } = order
  if (!pendingCompletion) return null
  if (pendingCompletion.adminId !== me._id)
    return <InlineMessage kind="info" title={`${pendingCompletion.name} is completing this order`} />
  return (
    <InlineMessage kind="ok" title="Set to Completed">
      <p>Applied when the timer ends, even if you close this page. No one is notified before.</p>
      <Button size="sm" onClick={() => void act.undoCompletion(order)}>
        Undo <SecondsLeft untilMs={Date.parse(pendingCompletion.until)} />
      </Button>
    </InlineMessage>
  )
}

/** Replaces the actions while a decision of this page can be undone. */
function HeldNote({ title, untilMs, undo }: HeldAction) {
  return (
    <InlineMessage kind="ok" title={`Set to ${title}`}>
      <p>Applied when the timer ends. No one is notified before.</p>
      <Button size="sm" onClick={undo}>
        Undo <SecondsLeft untilMs={untilMs} />
      </Button>
    </InlineMessage>
  )
}

type ActionButtonProps = {
  title: string
  /** The key for the same action; empty if there is none. */
  hotkey: string
  cost: string
  /** Why it cannot be chosen, shown instead of the cost. */
  blocked: string | undefined
  onChoose: () => void
}

/** An action with its cost and its key. */
function ActionButton({ title, hotkey, cost, blocked, onChoose }: ActionButtonProps) {
  const keysOn = useAtomValue(keysOnAtom)
  return (
    <button type="button" disabled={blocked !== undefined} onClick={onChoose}>
      <span className="row between">
        <b>{title}</b>
        {keysOn && hotkey && (
          <span aria-hidden="true">
            <kbd>{hotkey}</kbd>
          </span>
        )}
      </span>
      <span className="xs t2">{blocked ?? cost}</span>
    </button>
  )
}
