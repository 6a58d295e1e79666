import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useRef } from 'react'
import type { BoardMoves, MoveResult } from './use-board-moves.ts'

type OnItsWay = { order: BoardOrder; over: Promise<MoveResult>; isAsked: boolean }

/**
 * The same acts with `undo`, which takes the last Completed back: one that is on its way to the server as soon as it
 * has been answered, else `pendingCompletion`.
 */
export function useUndo(act: BoardMoves, pendingCompletion: BoardOrder | undefined) {
  const { store } = useServices()
  const onItsWay = useRef<OnItsWay>(undefined)
  const move: BoardMoves['move'] = (order, to, input) => {
    const over = act.move(order, to, input)
    if (to !== 'Completed') return over
    const mine = { order, over, isAsked: false }
    onItsWay.current = mine
    return over.finally(() => {
      if (onItsWay.current === mine) onItsWay.current = undefined
    })
  }
  const undo = async () => {
    const last = onItsWay.current
    if (last?.isAsked) return
    if (last) {
      last.isAsked = true
      const { ok } = await last.over
      if (ok) await act.undoCompletion(last.order)
    } else if (pendingCompletion) await act.undoCompletion(pendingCompletion)
    else pushToast(store, { kind: 'info', title: 'Nothing to take back.', text: undoTexts })
  }
  return { ...act, move, undo }
}

const undoTexts = 'A Completed can be taken back for five seconds.'
