import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { nameOf } from './board-texts.ts'
import type { MoveTo } from './offered-moves.ts'
import type { UnitDecision } from './unit-actions.ts'
import type { DecisionInput } from './use-board-calls.ts'
import type { BoardMoves, MoveResult } from './use-board-moves.ts'
import type { ExpandedRow } from './use-expanded-row.ts'

const asked = 'Asked for approval.'
const doneTexts = { delivered: 'Delivered.', retry_unit: 'Sent again.', refund: 'Refunded.' } as const

export const movedText = (to: MoveTo, { requestApproval }: DecisionInput = {}) =>
  requestApproval ? asked : `${to}.`
/** For an unpaid order, the end is not called a refund. */
export const resolvedText = (
  { requestApproval, answer }: UnitDecision,
  { redeliveryOf }: Pick<BoardOrder, 'redeliveryOf'>,
) => {
  if (requestApproval) return asked
  return redeliveryOf && answer === 'refund' ? 'Given up.' : doneTexts[answer]
}

/** Actions on an order with feedback for the admin: a success message, the next row, or the error. */
export function useBoardActions(moves: BoardMoves, row: ExpandedRow): BoardMoves {
  const { store } = useServices()
  /** The error shows in the expanded row, or as a toast where expanding would disturb. */
  const refused = (order: BoardOrder, result: MoveResult) => {
    if (result.ok || result.told || row.reveal(order.orderid)) return
    const { title, text } = result.note
    pushToast(store, { kind: 'bad', title: `${nameOf(order)}.`, text: `${title}. ${text}` })
  }
  /** The form closes unless the same action can be retried: then the typed text stays. */
  const answered = (order: BoardOrder, result: MoveResult, closes = false) => {
    if (result.ok || !result.stands || closes) row.answered(order.orderid)
    refused(order, result)
  }
  return {
    ...moves,
    assign: async (...[order, action]) => {
      const result = await moves.assign(order, action)
      refused(order, result)
      if (result.ok && action !== 'unassign') row.arriveAt(order.orderid)
      return result
    },
    undoCompletion: async (order) => {
      const result = await moves.undoCompletion(order)
      refused(order, result)
      if (result.ok) row.arriveAt(order.orderid)
      return result
    },
    move: async (...[order, to, input]) => {
      const goOn = row.leaving(order.orderid)
      const isUndoable = to === 'Completed'
      const result = await moves.move(order, to, { ...input, ...(isUndoable && { undoable: true }) })
      answered(order, result)
      if (!result.ok) return result
      if (!isUndoable) pushToast(store, { kind: 'ok', title: movedText(to, input), text: nameOf(order) })
      goOn()
      return result
    },
    resolve: async (...[order, decision, reason]) => {
      const goOn = row.leaving(order.orderid)
      const result = await moves.resolve(order, decision, reason)
      // The open dialog would cover the error.
      answered(order, result, decision.answer === 'retry_unit')
      if (!result.ok) return result
      pushToast(store, { kind: 'ok', title: resolvedText(decision, order), text: nameOf(order) })
      if (decision.answer !== 'retry_unit') goOn()
      return result
    },
  }
}
