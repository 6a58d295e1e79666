import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useState } from 'react'
import { nameOf } from '../board-texts.ts'
import { movedText, resolvedText } from '../use-board-acts.ts'
import { type BoardMoves, type MoveResult, useBoardMoves } from '../use-board-moves.ts'
import { useClaimByOpening, useLeaseRenewal } from '../use-claim-care.ts'
import type { Asking } from '../use-open-row.ts'
import { useOneOrderUpdates } from './use-one-order.ts'

/** What an admin does to the order of the page: as on the board, with what is asked before it. */
export function useOrderActs(order: BoardOrder) {
  const { store } = useServices()
  const moves = useBoardMoves()
  const { askAgain } = useOneOrderUpdates(order.orderid)
  const [asking, setAsking] = useState<Asking>()
  const open = order.status === 'Processing' ? order : undefined
  const done = async (doing: Promise<MoveResult>): Promise<MoveResult> => {
    const result = await doing
    await askAgain()
    return result
  }
  /** The form closes once its answer is taken: what was typed into it stays where it is refused. */
  const answered = async (doing: Promise<MoveResult>, said: string, closes = false): Promise<MoveResult> => {
    const result = await doing
    if (result.ok || closes) setAsking((now) => (now === asking ? undefined : now))
    await askAgain()
    if (result.ok && said) pushToast(store, { kind: 'ok', title: said, text: nameOf(order) })
    return result
  }
  const assign: BoardMoves['assign'] = (...args) => done(moves.assign(...args))
  useLeaseRenewal(open, moves.renew)
  useClaimByOpening(open, assign)
  return {
    row: {
      asking,
      ask: (_orderid: string, what: Asking) => setAsking(what),
      close: () => setAsking(undefined),
    },
    act: {
      doing: moves.doing,
      assign,
      undoCompletion: (one: BoardOrder) => done(moves.undoCompletion(one)),
      move: ((one, to, words) => {
        const isUndoable = to === 'Completed'
        const undoable = isUndoable ? { undoable: true as const } : {}
        return answered(
          moves.move(one, to, { ...words, ...undoable }),
          isUndoable ? '' : movedText(to, words),
        )
      }) satisfies BoardMoves['move'],
      resolve: ((one, decision, reason) => {
        // Its dialog would hide why it was refused.
        const closes = decision.answer === 'retry_unit'
        return answered(moves.resolve(one, decision, reason), resolvedText(decision, one), closes)
      }) satisfies BoardMoves['resolve'],
    },
    note: moves.notes.get(order.orderid),
  }
}

export type OrderActs = ReturnType<typeof useOrderActs>
