import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { ApiError, NetworkError } from '@jhatpat/shared/contracts/client.ts'
import { relativeTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { serverNow } from '@jhatpat/shared/ui/format/server-time.ts'
import { pushToast, type ToastStore } from '@jhatpat/shared/ui/toasts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { messageOf } from '../../lib/message-of.ts'
import { useBoardUpdates } from '../../lib/pending-orders.ts'
import { noteRefusal } from '../../lib/refund-limit.ts'
import { nameOf } from './board-texts.ts'
import type { MoveTo } from './offered-moves.ts'
import type { UnitDecision } from './unit-actions.ts'
import { type AssignmentAction, type DecisionInput, useBoardCalls } from './use-board-calls.ts'

/**
 * `told`: nothing more needs to be said about a refusal, the admin has seen it. `asks`: a second person can be asked for
 * what was refused. `stands`: the order is as it was, and the same can be sent once more.
 */
export type MoveResult =
  | { ok: true }
  | { ok: false; note: RowNote; told: boolean; asks: boolean; stands: boolean }

/** What an admin does to orders, with what is under way and what was refused, row by row. */
export function useBoardMoves() {
  const { store } = useServices()
  const calls = useBoardCalls()
  const updates = useBoardUpdates()
  const queries = useQueryClient()
  const busy = useBusy()
  const { notes, note } = useNotes()
  const { own, closed, willLeave, willClose, stays } = useLeavingOrders()

  /** Asks the server what is true now and says it under the row, or in a toast when the row is gone. */
  const explain = async (order: BoardOrder, error: unknown): Promise<MoveResult> => {
    const now = await updates.refresh(order.orderid)
    stays(order)
    const asks = noteRefusal(queries, order.orderid, error)
    const refusal = refusalOf(error, now, serverNow())
    note(order.orderid, refusal)
    if (!now) pushToast(store, { kind: 'bad', title: `${nameOf(order)}.`, text: refusal.text })
    const stands = now?.version === order.version && !now.pendingCompletion
    return { ok: false, note: refusal, told: !now, asks, stands }
  }

  const attempt = async (order: BoardOrder, doing: string, act: () => Promise<void>): Promise<MoveResult> => {
    // C and D in quick succession mean both: the assign's event may be here before its answer.
    const assign = busy.assignmentOf(order.orderid)
    if (assign) await assign
    if (!busy.start(order.orderid, doing)) return sayBusy(store, order)
    note(order.orderid, undefined)
    try {
      await act()
      return { ok: true }
    } catch (error) {
      return await explain(order, error)
    } finally {
      busy.end(order.orderid)
    }
  }

  return {
    doing: busy.doing,
    notes,
    ownMoves: own,
    closed,
    note,
    assign: (order: BoardOrder, action: AssignmentAction) =>
      attempt(order, assignmentTexts[action], async () => void (await calls.assign(order, action))),
    move: (order: BoardOrder, to: MoveTo, input: DecisionInput = {}) =>
      attempt(order, 'Saving', () => {
        if (input.undoable) willClose(order)
        else if (!input.requestApproval) willLeave(order)
        return calls.move(order, to, input)
      }),
    undoCompletion: (order: BoardOrder) =>
      attempt(order, 'Taking back', () => calls.undoCompletion(order).then(() => stays(order))),
    resolve: (order: BoardOrder, decision: UnitDecision, reason = '') =>
      attempt(order, 'Saving', () => {
        if (decision.answer !== 'retry_unit' && !decision.requestApproval) willLeave(order)
        return calls.resolve(order, decision, reason)
      }),
    /** Prolongs an own lease without a word; a refusal is seen when the row is refreshed. */
    renew: (order: BoardOrder) =>
      calls.assign(order, 'assign').catch(() => void updates.refresh(order.orderid)),
  }
}

export type BoardMoves = ReturnType<typeof useBoardMoves>

const assignmentTexts: Record<AssignmentAction, string> = {
  assign: 'Claiming',
  reassign: 'Taking over',
  unassign: 'Releasing',
}
const stillBusy: RowNote = {
  kind: 'warn',
  title: 'One moment',
  text: 'The last thing you asked of this order is still under way.',
}

function sayBusy(store: ToastStore, order: BoardOrder): MoveResult {
  pushToast(store, {
    kind: 'info',
    title: `${stillBusy.title}.`,
    text: `${nameOf(order)}: ${stillBusy.text}`,
  })
  return { ok: false, note: stillBusy, told: true, asks: false, stands: true }
}

/** What stands under the rows. */
function useNotes() {
  const [notes, setNotes] = useState<ReadonlyMap<string, RowNote>>(new Map())
  const note = (orderid: string, text: RowNote | undefined) =>
    setNotes((before) => {
      const after = new Map(before)
      if (text) after.set(orderid, text)
      else after.delete(orderid)
      return after
    })
  return { notes, note }
}

/** Which orders leave the board by what was done here. */
function useLeavingOrders() {
  const [own, setOwn] = useState<ReadonlySet<string>>(new Set())
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  return {
    own,
    /** Those that were completed and leave seconds later: under a mouse no row moves then. */
    closed,
    /** Said before the call: the event of what it does may be here before its answer. */
    willLeave: ({ orderid }: BoardOrder) => setOwn((before) => new Set(before).add(orderid)),
    willClose: ({ orderid }: BoardOrder) => setClosed((before) => new Set(before).add(orderid)),
    stays: ({ orderid }: BoardOrder) => {
      setOwn((before) => without(before, orderid))
      setClosed((before) => without(before, orderid))
    },
  }
}

const without = (ids: ReadonlySet<string>, gone: string) => new Set([...ids].filter((id) => id !== gone))

/** One thing at a time per order, also within one frame, before React has rendered. */
function useBusy() {
  const running = useRef(new Map<string, { what: string; over: PromiseWithResolvers<void> }>())
  const [doing, setDoing] = useState<ReadonlyMap<string, string>>(new Map())
  const show = () => setDoing(new Map([...running.current].map(([id, { what }]) => [id, what])))
  return {
    doing,
    /** Settles when the assign that is under way for an order is over, however it ended. */
    assignmentOf: (orderid: string): Promise<void> | undefined => {
      const one = running.current.get(orderid)
      return one?.what === assignmentTexts.assign ? one.over.promise : undefined
    },
    start: (orderid: string, what: string): boolean => {
      if (running.current.has(orderid)) return false
      running.current.set(orderid, { what, over: Promise.withResolvers() })
      show()
      return true
    },
    end: (orderid: string) => {
      running.current.get(orderid)?.over.resolve()
      running.current.delete(orderid)
      show()
    },
  }
}

/** What stands under a row until the next thing is done with it. */
type RowNote = { kind: 'bad' | 'warn'; title: string; text: string }

/**
 * Why the server did not do what was asked, for the admin: what happened, and whether anything was changed.
 * `now` is the order as it is after confirming again; undefined when it has left the board.
 */
export function refusalOf(error: unknown, now: BoardOrder | undefined, nowMs: number): RowNote {
  if (error instanceof NetworkError) {
    return {
      kind: 'bad',
      title: error.message,
      text: 'No answer came. Whether the order was changed shows in its row as soon as the server is back.',
    }
  }
  const code = error instanceof ApiError ? error.code : ''
  if (code === 'order_assigned' && now?.assignee) {
    return {
      kind: 'bad',
      title: `${now.assignee.name} has this order`,
      text: `Claimed ${relativeTime(now.assignee.since, nowMs)}. Nothing was changed.`,
    }
  }
  if (code === 'order_changed' || code === 'not_found') {
    return { kind: 'bad', title: 'This order has moved on', text: messageOf(error) }
  }
  return { kind: 'bad', title: 'The server refused', text: messageOf(error) }
}

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
