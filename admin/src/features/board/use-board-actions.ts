import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { undoMsAtom } from '../../lib/undo/held-actions.tsx'
import { isTyping } from './board-keys.ts'
import { nameOf } from './board-texts.ts'
import type { UnitDecision } from './open-units.ts'
import type { TransitionTarget } from './transition-targets.ts'
import type { DecisionInput } from './use-board-calls.ts'
import {
  type ActionResult,
  type BoardCommands,
  isHeldResolution,
  isHeldTransition,
} from './use-board-commands.ts'
import type { ConfirmingAction, ExpandedRow } from './use-expanded-row.ts'

const requestedText = 'Approval requested.'
const doneTexts = { delivered: 'Marked delivered.', retry_unit: 'Resent.', refund: 'Refunded.' } as const

export const transitionText = (to: TransitionTarget, { requestApproval }: DecisionInput = {}) =>
  requestApproval ? requestedText : `${to}.`
/** For an unpaid order, the end is not called a refund. */
export const resolvedText = (
  { requestApproval, answer }: UnitDecision,
  { redeliveryOf }: Pick<BoardOrder, 'redeliveryOf'>,
) => {
  if (requestApproval) return requestedText
  return redeliveryOf && answer === 'refund' ? 'Cancelled.' : doneTexts[answer]
}

/** Actions on an order with feedback for the admin: a success message, the next row, or the error. */
export function useBoardActions(commands: BoardCommands, row: ExpandedRow): BoardCommands {
  const { store } = useServices()
  /** The error shows in the expanded row, or as a toast where expanding would disturb. */
  const showError = (order: BoardOrder, result: ActionResult) => {
    if (result.ok || result.isShown || row.reveal(order.orderid)) return
    const { title, text } = result.note
    pushToast(store, { kind: 'bad', title: `${nameOf(order)}.`, text: `${title}. ${text}` })
  }
  /** The form closes unless the same action can be retried: then the typed text stays. */
  const closeForm = (order: BoardOrder, result: ActionResult, closes = false) => {
    if (result.ok || !result.canRetry || closes) row.answered(order.orderid)
    showError(order, result)
  }
  const canHold = () => store.get(undoMsAtom) > 0
  /** The row keeps its place, with its own Undo; the admin need not wait for it. */
  const moveOn = (order: BoardOrder, focusNext: () => void) => {
    row.answered(order.orderid)
    focusNext()
  }
  /** Goes back to the form of an undone decision, as it was; to the row where nothing was typed. */
  const reopen = (order: BoardOrder, action: ConfirmingAction) => {
    // Completed has a form only where it hands over a code.
    if (action === 'Completed' && !order.needsCodes) return row.arriveAt(order.orderid)
    // The focus has moved on by itself meanwhile, but the undo was asked for.
    if (isTyping(document.activeElement)) return
    row.goTo(order.orderid)
    row.confirm(order.orderid, action)
  }
  return {
    ...commands,
    assign: async (...[order, action]) => {
      const result = await commands.assign(order, action)
      showError(order, result)
      if (result.ok && action !== 'unassign') row.arriveAt(order.orderid)
      return result
    },
    undoCompletion: async (order) => {
      const result = await commands.undoCompletion(order)
      showError(order, result)
      if (result.ok) reopen(order, 'Completed')
      return result
    },
    transition: async (order, to, input = {}) => {
      const focusNext = row.leaving(order.orderid)
      const isUndoable = to === 'Completed'
      const sent = { ...input, ...(isUndoable && { undoable: true as const }) }
      const isHeld = canHold() && isHeldTransition(sent)
      if (isHeld) moveOn(order, focusNext)
      const result = await commands.transition(order, to, sent)
      if (isUndone(result)) reopen(order, to)
      else closeForm(order, result)
      if (!result.ok) return result
      if (!isUndoable) pushToast(store, { kind: 'ok', title: transitionText(to, input), text: nameOf(order) })
      if (!isHeld) focusNext()
      return result
    },
    resolve: async (order, decision, reason) => {
      const focusNext = row.leaving(order.orderid)
      const isHeld = canHold() && isHeldResolution(decision)
      if (isHeld) moveOn(order, focusNext)
      const result = await commands.resolve(order, decision, reason)
      // The open dialog would cover the error.
      if (isUndone(result)) reopen(order, decision)
      else closeForm(order, result, decision.answer === 'retry_unit')
      if (!result.ok) return result
      pushToast(store, { kind: 'ok', title: resolvedText(decision, order), text: nameOf(order) })
      if (decision.answer !== 'retry_unit' && !isHeld) focusNext()
      return result
    },
  }
}

const isUndone = (result: ActionResult): boolean => !result.ok && result.isUndone === true
