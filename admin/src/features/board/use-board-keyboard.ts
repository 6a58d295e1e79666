import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { serverNow } from '@jhatpat/shared/ui/format/server-time.ts'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { keysOnAtom } from '../../lib/alerts.ts'
import { useMe, usePermission } from '../../lib/me.ts'
import { type Holder, holderOf, quickStepOf } from './assignment.ts'
import { actionOf, type BoardAction, isGroupAction } from './board-keys.ts'
import { answersFor, asDecision, openUnitsOf, type UnitAction } from './open-units.ts'
import { isActionAvailable, type TransitionTarget } from './transition-targets.ts'
import { assigning, type BoardCommands } from './use-board-commands.ts'
import type { ConfirmingAction, ExpandedRow } from './use-expanded-row.ts'

type Keyboard = {
  row: ExpandedRow
  act: Pick<BoardCommands, 'assign' | 'transition' | 'busyTexts' | 'held'>
  /** Undoes the last completion. */
  onUndo: () => void
  onTakeNext: () => void
  /** Explains to the admin why a key had no effect. */
  showReason: (order: BoardOrder, reason: string) => void
  onHelp: () => void
  onSelect: (orderid: string) => void
  onSearch: () => void
  onShowNew: () => void
  /** While orders are selected, the keys of decisions belong to them (`useGroupKeys`). */
  hasSelection: boolean
}

/**
 * The board's single keys, while they are switched on. Keys for an order act on the row with the
 * focus, and do nothing without one.
 */
export function useBoardKeyboard({ row, act, showReason, onSelect, hasSelection, ...on }: Keyboard): void {
  const isOn = useAtomValue(keysOnAtom)
  const me = useMe()
  const mayDecide = usePermission()('orders.decide')
  const orderKeys = useOrderKeys({ row, act, onSelect })
  const boardKeys: Partial<Record<BoardAction, () => unknown>> = {
    next: () => row.step(1),
    previous: () => row.step(-1),
    search: on.onSearch,
    help: on.onHelp,
    ...(mayDecide && { undo: on.onUndo, take_next: on.onTakeNext }),
    show_new: on.onShowNew,
    evidence: focusEvidence,
    close: row.close,
  }
  const currentBlock = (action: BoardAction, order: BoardOrder) => {
    if (row.hasJustArrived()) return 'The order just moved here. Press again to confirm.'
    const [holder, busyText] = [holderOf(order, me, serverNow()), act.busyTexts.get(order.orderid)]
    const heldTitle = act.held.get(order.orderid)?.title
    return blockedReason({ action, order, holder, meId: me._id, busyText, heldTitle, mayDecide })
  }
  const actOn = async (order: BoardOrder, action: BoardAction) => {
    const reason = currentBlock(action, order)
    if (reason) showReason(order, reason)
    else if (orderKeys[action]?.(order) === false) showReason(order, await unavailableReason(action, order))
  }
  const answer = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || document.querySelector('dialog[open]')) return
    const action = actionOf(event)
    if (!action || (hasSelection && isGroupAction(action))) return
    event.preventDefault()
    const order = row.inFocus()
    if (boardKeys[action]) boardKeys[action]()
    else if (order && orderKeys[action]) void actOn(order, action)
  })
  useEffect(() => {
    if (!isOn) return
    const listen = (event: KeyboardEvent) => answer(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isOn])
}

/** The first step on the card of unclear purchases: what is certain, or else the first answer. */
const focusEvidence = () => (find('.unclear [data-certain]') ?? find('.unclear-choices button'))?.focus()

const find = (selector: string) => document.querySelector<HTMLElement>(selector)

const viewOnly = 'Your role can view orders only.'

/** Why an action is not available, as a sentence. The texts are loaded on demand. */
const unavailableReason = (action: BoardAction, order: BoardOrder) =>
  import('./blocked-reason.ts').then(
    (reasons) => reasons.unavailableReason(action, order),
    () => 'Not available now.',
  )

/** What each key does to an order; a handler returns false where the action is not available. */
function useOrderKeys({
  row,
  act,
  onSelect,
}: Pick<Keyboard, 'row' | 'act' | 'onSelect'>): Partial<Record<BoardAction, (order: BoardOrder) => unknown>> {
  const me = useMe()
  const holder = (order: BoardOrder) => holderOf(order, me, serverNow())
  /** The row may be collapsed, with the focus on one of its buttons. */
  const confirm = (order: BoardOrder, action: ConfirmingAction) => {
    row.goTo(order.orderid)
    row.confirm(order.orderid, action)
  }
  const moveTo = (order: BoardOrder, to: TransitionTarget) => {
    if (!isActionAvailable(order, to)) return false
    const needsNoConfirmation = to === 'Completed' && quickStepOf(order, holder(order), me) === 'complete'
    if (needsNoConfirmation && !order.needsCodes) void act.transition(order, to)
    else confirm(order, to)
    return true
  }
  /**
   * With several open units, keys act on the first.
   * @returns undefined if the order has no open unit
   */
  const applyUnitAction = (order: BoardOrder, answer: UnitAction): boolean | undefined => {
    const unit = openUnitsOf(order)[0]
    if (!unit) return undefined
    const isPossible = answersFor(unit).includes(answer)
    if (isPossible) confirm(order, asDecision(unit, answer))
    return isPossible
  }
  return {
    assign: (order) => void act.assign(order, holder(order).kind === 'other' ? 'reassign' : 'assign'),
    complete: (order) => applyUnitAction(order, 'delivered') ?? moveTo(order, 'Completed'),
    retry_unit: (order) => applyUnitAction(order, 'retry_unit') ?? false,
    refund: (order) => applyUnitAction(order, 'refund') ?? moveTo(order, 'Refunded'),
    cancel: (order) => moveTo(order, 'Cancelled'),
    select: (order) => onSelect(order.orderid),
  }
}

type Pressed = {
  action: BoardAction
  order: BoardOrder
  holder: Holder
  meId: string
  /** What is in progress for the order: `Saving`. */
  busyText: string | undefined
  /** The decision that can still be undone: `Refunded`. */
  heldTitle: string | undefined
  mayDecide: boolean
}

const decisions: ReadonlySet<BoardAction> = new Set(['complete', 'retry_unit', 'refund', 'cancel'])

/**
 * Why a key has no effect on an order at present, as a sentence; undefined if it has. A decision
 * made right after an assignment waits for it.
 */
function blockedReason({
  action,
  order,
  holder,
  meId,
  busyText,
  heldTitle,
  mayDecide,
}: Pressed): string | undefined {
  if (action !== 'assign' && !decisions.has(action)) return undefined
  if (!mayDecide) return viewOnly
  if (heldTitle) return `Set to ${heldTitle}. Press U to undo.`
  if (busyText && !(busyText === assigning && decisions.has(action))) return `Still ${busyText.toLowerCase()}`
  if (order.pendingCompletion) {
    return order.pendingCompletion.adminId === meId
      ? 'Marked Completed. Press U to undo.'
      : `${order.pendingCompletion.name} is completing it.`
  }
  if (action === 'assign') return holder.kind === 'me' ? 'Already assigned to you.' : undefined
  return holder.kind === 'other' ? `Assigned to ${holder.name}. Press A to reassign.` : undefined
}
