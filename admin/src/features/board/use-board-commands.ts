import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { ApiError, NetworkError } from '@jhatpat/shared/contracts/client.ts'
import { relativeTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { serverNow } from '@jhatpat/shared/ui/format/server-time.ts'
import { pushToast, type ToastStore } from '@jhatpat/shared/ui/toasts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useMemo, useRef, useState } from 'react'
import { messageOf } from '../../lib/message-of.ts'
import { useBoardUpdates } from '../../lib/pending-orders.ts'
import { noteRefusal } from '../../lib/refund-limit.ts'
import { type HeldAction, heldActionsAtom, holdAction, undoMsAtom } from '../../lib/undo/held-actions.tsx'
import { nameOf } from './board-texts.ts'
import type { UnitDecision } from './open-units.ts'
import type { TransitionTarget } from './transition-targets.ts'
import { type AssignmentAction, type DecisionInput, useBoardCalls } from './use-board-calls.ts'

/**
 * `isShown`: the admin has already seen the reason. `canRequestApproval`: the refused refund can be sent for
 * approval. `canRetry`: the order is unchanged, and the action can be retried. `isUndone`: the admin
 * has undone it before it was sent.
 */
export type ActionResult =
  | { ok: true }
  | {
      ok: false
      note: RowNote
      isShown: boolean
      canRequestApproval: boolean
      canRetry: boolean
      isUndone?: true
    }

/** An admin's actions on orders, with progress and errors for each row. */
export function useBoardCommands() {
  const { store } = useServices()
  const calls = useBoardCalls()
  const updates = useBoardUpdates()
  const queries = useQueryClient()
  const busy = useBusy()
  const { notes, note } = useNotes()
  const { own, closed, willLeave, willClose, stays } = useLeavingOrders()
  const { held, hold } = useHeldDecisions(calls)

  /** Fetches the current state and shows it below the row, or in a toast when the row has gone. */
  const explain = async (order: BoardOrder, error: unknown): Promise<ActionResult> => {
    const now = await updates.refresh(order.orderid)
    stays(order)
    const canRequestApproval = noteRefusal(queries, order.orderid, error)
    const refusal = refusalOf(error, now, serverNow())
    note(order.orderid, refusal)
    if (!now) pushToast(store, { kind: 'bad', title: `${nameOf(order)}.`, text: refusal.text })
    const canRetry = now?.version === order.version && !now.pendingCompletion
    return {
      ok: false,
      note: refusal,
      isShown: !now,
      canRequestApproval,
      canRetry,
    }
  }

  const attempt = async (
    order: BoardOrder,
    { busyText, heldAs = '' }: { busyText: string; heldAs?: string },
    act: () => Promise<void>,
  ): Promise<ActionResult> => {
    // A and D in quick succession count as both: the event of the assignment may arrive before its
    // reply.
    const assign = busy.assignmentOf(order.orderid)
    if (assign) await assign
    if (!busy.start(order.orderid, busyText)) return showBusy(store, order)
    note(order.orderid, undefined)
    try {
      if (heldAs && !(await hold(order, heldAs))) return undone
      await act()
      return { ok: true }
    } catch (error) {
      return await explain(order, error)
    } finally {
      busy.end(order.orderid)
    }
  }

  const markLeaving = (order: BoardOrder, { undoable, requestApproval }: DecisionInput) => {
    if (undoable) willClose(order)
    else if (!requestApproval) willLeave(order)
  }
  return {
    busyTexts: busy.busyTexts,
    notes,
    held,
    ownChanges: own,
    closed,
    note,
    assign: (order: BoardOrder, action: AssignmentAction) =>
      attempt(order, { busyText: assignmentTexts[action] }, () => calls.assign(order, action).then(nothing)),
    transition: (order: BoardOrder, to: TransitionTarget, input: DecisionInput = {}) =>
      attempt(order, { busyText: 'Saving…', heldAs: isHeldTransition(input) ? to : '' }, () => {
        markLeaving(order, input)
        return calls.transition(order, to, input)
      }),
    undoCompletion: (order: BoardOrder) =>
      attempt(order, { busyText: 'Undoing…' }, () => calls.undoCompletion(order).then(() => stays(order))),
    resolve: (order: BoardOrder, decision: UnitDecision, reason = '') =>
      attempt(order, { busyText: 'Saving…', heldAs: heldTitle(decision) }, () => {
        if (decision.answer !== 'retry_unit') markLeaving(order, decision)
        return calls.resolve(order, decision, reason)
      }),
    /**
     * Renews the admin's assignment silently; a refused renewal shows at the next refresh of the
     * row.
     */
    renew: (order: BoardOrder) =>
      calls.assign(order, 'assign').catch(() => void updates.refresh(order.orderid)),
  }
}

const nothing = () => undefined

export type BoardCommands = ReturnType<typeof useBoardCommands>

/** Whether this app waits before it sends the transition. A Completed with `undoable` waits at the server. */
export const isHeldTransition = ({ undoable, requestApproval, isConfirmed }: DecisionInput): boolean =>
  !(undoable || requestApproval || isConfirmed)

/** A purchase is not delayed: its customer waits for it, and its dialog asks for a reason. */
export const isHeldResolution = ({ answer, requestApproval }: UnitDecision): boolean =>
  answer !== 'retry_unit' && !requestApproval

const heldTitle = (decision: UnitDecision): string =>
  isHeldResolution(decision) ? resolvedTitles[decision.answer] : ''

const resolvedTitles = { delivered: 'Delivered', refund: 'Refunded', retry_unit: '' } as const

const undone: ActionResult = {
  ok: false,
  note: { kind: 'warn', title: 'Undone', text: 'Nothing was changed.' },
  isShown: true,
  canRequestApproval: false,
  canRetry: true,
  isUndone: true,
}

/** Decisions may follow while an order is being assigned. */
export const assigning = 'Assigning…'

const assignmentTexts: Record<AssignmentAction, string> = {
  assign: assigning,
  reassign: 'Reassigning…',
  unassign: 'Unassigning…',
}
const stillBusy: RowNote = {
  kind: 'warn',
  title: 'Please wait',
  text: 'The previous action is still in progress.',
}

function showBusy(store: ToastStore, order: BoardOrder): ActionResult {
  pushToast(store, {
    kind: 'info',
    title: `${stillBusy.title}.`,
    text: `${nameOf(order)}: ${stillBusy.text}`,
  })
  return { ok: false, note: stillBusy, isShown: true, canRequestApproval: false, canRetry: true }
}

/** The decisions of this app that can still be undone, by order. */
function useHeldDecisions({
  assignIfUnassigned,
}: Pick<ReturnType<typeof useBoardCalls>, 'assignIfUnassigned'>) {
  const { store } = useServices()
  const actions = useAtomValue(heldActionsAtom)
  const held = useMemo(
    () => new Map(actions.flatMap((action) => action.orderids.map((orderid) => [orderid, action]))),
    [actions],
  )
  /** Assigns the order, so that no other admin decides meanwhile, and waits. Returns false after an undo. */
  const hold = async (order: BoardOrder, title: string): Promise<boolean> => {
    if (store.get(undoMsAtom) === 0) return true
    await assignIfUnassigned(order)
    return holdAction(store, { title, text: nameOf(order), orderids: [order.orderid] })
  }
  return { held, hold }
}

/** The messages below rows. */
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

/** The orders that leave the board because of actions on this page. */
function useLeavingOrders() {
  const [own, setOwn] = useState<ReadonlySet<string>>(new Set())
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  return {
    own,
    /** Completed orders leave seconds later; no row moves under the mouse then. */
    closed,
    /** Set before the call: the event of the change may arrive before the reply. */
    willLeave: ({ orderid }: BoardOrder) => setOwn((before) => new Set(before).add(orderid)),
    willClose: ({ orderid }: BoardOrder) => setClosed((before) => new Set(before).add(orderid)),
    stays: ({ orderid }: BoardOrder) => {
      setOwn((before) => without(before, orderid))
      setClosed((before) => without(before, orderid))
    },
  }
}

const without = (ids: ReadonlySet<string>, gone: string) => new Set([...ids].filter((id) => id !== gone))

/** Allows one action at a time for each order, also within one frame, before React has rendered. */
function useBusy() {
  const running = useRef(new Map<string, { text: string; ended: PromiseWithResolvers<void> }>())
  const [busyTexts, setBusyTexts] = useState<ReadonlyMap<string, string>>(new Map())
  const show = () => setBusyTexts(new Map([...running.current].map(([id, { text }]) => [id, text])))
  return {
    busyTexts,
    /** Resolves when the running assignment of an order has ended, with or without success. */
    assignmentOf: (orderid: string): Promise<void> | undefined => {
      const action = running.current.get(orderid)
      return action?.text === assignmentTexts.assign ? action.ended.promise : undefined
    },
    start: (orderid: string, text: string): boolean => {
      if (running.current.has(orderid)) return false
      running.current.set(orderid, { text, ended: Promise.withResolvers() })
      show()
      return true
    },
    end: (orderid: string) => {
      running.current.get(orderid)?.ended.resolve()
      running.current.delete(orderid)
      show()
    },
  }
}

/** The message below a row until its next action. */
type RowNote = { kind: 'bad' | 'warn'; title: string; text: string }

/**
 * Why the server refused an action: what happened, and whether anything changed. `now` is the order
 * as fetched afterwards; undefined when it has left the board.
 */
export function refusalOf(error: unknown, now: BoardOrder | undefined, nowMs: number): RowNote {
  if (error instanceof NetworkError) {
    return {
      kind: 'bad',
      title: error.message,
      text: 'No response. The row shows the latest status once the server is back.',
    }
  }
  const code = error instanceof ApiError ? error.code : ''
  if (code === 'order_assigned' && now?.assignee) {
    return {
      kind: 'bad',
      title: `Assigned to ${now.assignee.name}`,
      text: `Assigned ${relativeTime(now.assignee.since, nowMs)}. Nothing changed.`,
    }
  }
  if (code === 'order_changed' || code === 'not_found') {
    return { kind: 'bad', title: 'This order was updated', text: messageOf(error) }
  }
  return { kind: 'bad', title: 'Action not completed', text: messageOf(error) }
}

type RunningCompletion = { order: BoardOrder; result: Promise<ActionResult>; isUndoRequested: boolean }

/**
 * The same actions with `undo`, which undoes the newest decision: a completion whose call is still running as
 * soon as it is answered, otherwise the later of what this app holds and `pendingCompletion`.
 */
export function useUndo(act: BoardCommands, pendingCompletion: BoardOrder | undefined) {
  const { store } = useServices()
  const running = useRef<RunningCompletion>(undefined)
  const newest = newestUndo(useAtomValue(heldActionsAtom).at(-1), pendingCompletion, act)
  const transition: BoardCommands['transition'] = (order, to, input) => {
    const result = act.transition(order, to, input)
    if (to !== 'Completed') return result
    const completion = { order, result, isUndoRequested: false }
    running.current = completion
    return result.finally(() => {
      if (running.current === completion) running.current = undefined
    })
  }
  const undo = async () => {
    const last = running.current
    if (last?.isUndoRequested) return
    if (last) {
      last.isUndoRequested = true
      const { ok } = await last.result
      if (ok) await act.undoCompletion(last.order)
    } else if (newest) newest.undo()
    else pushToast(store, { kind: 'info', title: 'Nothing to undo.', text: undoTexts })
  }
  return { ...act, transition, undo, newest }
}

type Undo = Pick<HeldAction, 'title' | 'text' | 'untilMs' | 'undo'>

function newestUndo(
  held: HeldAction | undefined,
  completing: BoardOrder | undefined,
  act: Pick<BoardCommands, 'undoCompletion'>,
): Undo | undefined {
  const untilMs = Date.parse(completing?.pendingCompletion?.until ?? '')
  if (!completing || (held && held.untilMs > untilMs)) return held
  return {
    title: 'Completed',
    text: nameOf(completing),
    untilMs,
    undo: () => void act.undoCompletion(completing),
  }
}

const undoTexts = 'Undo is available for 5 seconds.'
