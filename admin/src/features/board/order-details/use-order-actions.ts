import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { undoMsAtom } from '../../../lib/undo/held-actions.tsx'
import { actionsFor, nameOf } from '../board-texts.ts'
import { openUnitsOf } from '../open-units.ts'
import { useAssignmentRenewal, useAssignOnOpen } from '../use-assignment.ts'
import { resolvedText, transitionText } from '../use-board-actions.ts'
import {
  type ActionResult,
  type BoardCommands,
  isHeldResolution,
  isHeldTransition,
  useBoardCommands,
} from '../use-board-commands.ts'
import type { ConfirmingAction } from '../use-expanded-row.ts'
import { useOrderDetailsUpdates } from './use-order-details.ts'

/** Actions on the order of the page, with the same confirmations as on the board. */
export function useOrderActions(order: BoardOrder) {
  const { store } = useServices()
  const commands = useBoardCommands()
  const { refetch: askAgain } = useOrderDetailsUpdates(order.orderid)
  const [confirming, setConfirming] = useState<ConfirmingAction | undefined>(useLinkedAction(order))
  const open = order.status === 'Processing' ? order : undefined
  const withRefresh = async (action: Promise<ActionResult>): Promise<ActionResult> => {
    const result = await action
    await askAgain()
    return result
  }
  /** The form closes on success; on failure, the typed text stays. */
  const withFeedback = async (
    action: Promise<ActionResult>,
    successText: string,
    closes = false,
  ): Promise<ActionResult> => {
    const result = await action
    if (result.ok || closes) setConfirming((now) => (now === confirming ? undefined : now))
    await askAgain()
    if (result.ok && successText) pushToast(store, { kind: 'ok', title: successText, text: nameOf(order) })
    return result
  }
  const canHold = () => store.get(undoMsAtom) > 0
  /** An undone decision leads back to its form. */
  const withForm = (result: ActionResult, action: ConfirmingAction): ActionResult => {
    if (!result.ok && result.isUndone) setConfirming(action)
    return result
  }
  const assign: BoardCommands['assign'] = (...args) => withRefresh(commands.assign(...args))
  useAssignmentRenewal(open, commands.renew)
  useAssignOnOpen(open, assign)
  return {
    row: {
      confirming,
      confirm: (_orderid: string, action: ConfirmingAction) => setConfirming(action),
      close: () => setConfirming(undefined),
    },
    act: {
      busyTexts: commands.busyTexts,
      held: commands.held,
      assign,
      undoCompletion: async (target: BoardOrder) => {
        const result = await withRefresh(commands.undoCompletion(target))
        if (result.ok && target.needsCodes) setConfirming('Completed')
        return result
      },
      transition: ((target, to, input) => {
        const isUndoable = to === 'Completed'
        const sent = { ...input, ...(isUndoable && { undoable: true as const }) }
        if (canHold() && isHeldTransition(sent)) setConfirming(undefined)
        return withFeedback(
          commands.transition(target, to, sent),
          isUndoable ? '' : transitionText(to, input),
        ).then((result) => withForm(result, to))
      }) satisfies BoardCommands['transition'],
      resolve: ((target, decision, reason) => {
        // The open dialog would cover the error.
        const closes = decision.answer === 'retry_unit'
        if (canHold() && isHeldResolution(decision)) setConfirming(undefined)
        return withFeedback(
          commands.resolve(target, decision, reason),
          resolvedText(decision, target),
          closes,
        ).then((result) => withForm(result, decision))
      }) satisfies BoardCommands['resolve'],
    },
    note: commands.notes.get(order.orderid),
  }
}

/** The confirmation that a link opens, as `?do=Refunded`, where the order allows that transition. */
function useLinkedAction(order: BoardOrder): ConfirmingAction | undefined {
  const [address] = useSearchParams()
  if (openUnitsOf(order).length > 0) return undefined
  return actionsFor(order).find(({ to }) => to === address.get('do'))?.to
}

export type OrderPageActions = ReturnType<typeof useOrderActions>
