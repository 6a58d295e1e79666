import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useState } from 'react'
import { nameOf } from '../board-texts.ts'
import { useAssignmentRenewal, useAssignOnOpen } from '../use-assignment.ts'
import { movedText, resolvedText } from '../use-board-actions.ts'
import { type BoardMoves, type MoveResult, useBoardMoves } from '../use-board-moves.ts'
import type { ConfirmingAction } from '../use-expanded-row.ts'
import { useOrderDetailsUpdates } from './use-order-details.ts'

/** Actions on the order of the page, with the same confirmations as on the board. */
export function useOrderActions(order: BoardOrder) {
  const { store } = useServices()
  const moves = useBoardMoves()
  const { askAgain } = useOrderDetailsUpdates(order.orderid)
  const [confirming, setConfirming] = useState<ConfirmingAction>()
  const open = order.status === 'Processing' ? order : undefined
  const done = async (doing: Promise<MoveResult>): Promise<MoveResult> => {
    const result = await doing
    await askAgain()
    return result
  }
  /** The form closes on success; on failure, the typed text stays. */
  const answered = async (doing: Promise<MoveResult>, said: string, closes = false): Promise<MoveResult> => {
    const result = await doing
    if (result.ok || closes) setConfirming((now) => (now === confirming ? undefined : now))
    await askAgain()
    if (result.ok && said) pushToast(store, { kind: 'ok', title: said, text: nameOf(order) })
    return result
  }
  const assign: BoardMoves['assign'] = (...args) => done(moves.assign(...args))
  useAssignmentRenewal(open, moves.renew)
  useAssignOnOpen(open, assign)
  return {
    row: {
      confirming,
      ask: (_orderid: string, what: ConfirmingAction) => setConfirming(what),
      close: () => setConfirming(undefined),
    },
    act: {
      doing: moves.doing,
      assign,
      undoCompletion: (one: BoardOrder) => done(moves.undoCompletion(one)),
      move: ((one, to, input) => {
        const isUndoable = to === 'Completed'
        const undoable = isUndoable ? { undoable: true as const } : {}
        return answered(
          moves.move(one, to, { ...input, ...undoable }),
          isUndoable ? '' : movedText(to, input),
        )
      }) satisfies BoardMoves['move'],
      resolve: ((one, decision, reason) => {
        // The open dialog would cover the error.
        const closes = decision.answer === 'retry_unit'
        return answered(moves.resolve(one, decision, reason), resolvedText(decision, one), closes)
      }) satisfies BoardMoves['resolve'],
    },
    note: moves.notes.get(order.orderid),
  }
}

export type OrderPageActions = ReturnType<typeof useOrderActions>
