import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { LoadBoundary } from '@jhatpat/shared/ui/load-boundary.tsx'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { type CSSProperties, memo, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useMe } from '../../lib/me.ts'
import { holderOf } from './assignment.ts'
import { boardColumns } from './board-columns.tsx'
import { nameOf } from './board-texts.ts'
import type { RowTools } from './row-tools.ts'

/** Preloaded right after the board. If that failed, the import is retried when a row expands. */
export const ExpandedOrder = lazyComponent(() => import('./expanded-order.tsx'))
ExpandedOrder.preload().catch(() => undefined)

/**
 * A row for one order; focusing the row expands it. Far from the viewport it is one line of text
 * with the measured height: 2,000 rows remain searchable and reachable at almost no rendering cost.
 */
export const BoardRow = memo(function BoardRow(props: RowProps) {
  const { order, row } = props
  const line = useRef<HTMLLIElement>(null)
  const { isNear, heightPx } = useIsNearViewport(line, props.at)
  const isOpen = row.openId === order.orderid
  const isComplete = isNear || isOpen || props.actingId === order.orderid
  return (
    <li
      ref={line}
      className={`br${stateOf(props)}${isComplete ? '' : ' far'}`}
      style={isComplete ? undefined : { minHeight: heightPx }}
      data-order={order.orderid}
      tabIndex={row.tabStop === order.orderid ? 0 : -1}
      aria-label={nameOf(order)}
      aria-current={isOpen || undefined}
      onFocus={(event) => {
        if (event.target === event.currentTarget && !isOpen) row.goTo(order.orderid)
      }}
    >
      {isComplete ? <FullRow {...props} /> : <span className="t3 xs cut">{farText(order)}</span>}
    </li>
  )
}, isSameRow)

function stateOf({ row, act, order, selection, left }: RowProps): string {
  const isOpen = row.openId === order.orderid
  const isHeld = act.held.has(order.orderid) || order.pendingCompletion !== null
  return `${isOpen ? ' focus' : ''}${selection.has(order.orderid) ? ' sel' : ''}${left ? ' left' : ''}${isHeld ? ' held' : ''}`
}

/** The text that a search within the page matches. */
const farText = (order: RowProps['order']): string =>
  [nameOf(order), order.product.name, order.input1, order.input2, order.orderid].filter(Boolean).join(' · ')

function FullRow({ order, left, at: _at, ...rest }: RowProps) {
  const me = useMe()
  const tools = { ...rest, nowMs: useNow(5000) }
  const holder = holderOf(order, me, tools.nowMs)
  const isActing = tools.actingId === order.orderid
  return (
    <>
      {boardColumns.map(({ key, head, card, cell }) => (
        // biome-ignore lint/a11y/useSemanticElements: a cell of a row, not a part of a form
        <div
          key={key}
          role="group"
          aria-label={head}
          className={`cell col-${key}`}
          style={card === 'none' ? undefined : ({ '--card': card } as CSSProperties)}
        >
          {cell({ order, holder, left, isActing, ...tools })}
        </div>
      ))}
      {tools.row.openId === order.orderid && (
        <LoadBoundary>
          <Suspense>
            <ExpandedOrder order={order} left={left} holder={holder} {...tools} />
          </Suspense>
        </LoadBoundary>
      )}
    </>
  )
}

export type RowProps = RowTools & { order: BoardOrder; left: boolean; at: number }

/**
 * Whether a row needs no new render. An expanded row always renders; the row keeps its own clock,
 * and functions are constant (`useStableCallbacks`).
 */
export function isSameRow(before: RowProps, after: RowProps): boolean {
  const { orderid } = after.order
  if (before.order !== after.order || before.left !== after.left) return false
  if (isOpen(before) || isOpen(after)) return false
  return (
    isActing(before) === isActing(after) &&
    isFirst(before) === isFirst(after) &&
    before.selection.has(orderid) === after.selection.has(orderid) &&
    before.act.busyTexts.get(orderid) === after.act.busyTexts.get(orderid) &&
    before.act.notes.get(orderid) === after.act.notes.get(orderid) &&
    before.act.held.get(orderid) === after.act.held.get(orderid) &&
    before.departed.get(orderid) === after.departed.get(orderid) &&
    hasSamePeople(before, after)
  )
}

const isOpen = ({ row, order }: RowProps) => row.openId === order.orderid
const isActing = ({ actingId, order }: RowProps) => actingId === order.orderid
const isFirst = ({ row, order }: RowProps) => row.tabStop === order.orderid

function hasSamePeople(before: RowProps, after: RowProps): boolean {
  if (before.people === after.people) return true
  const [previous, next] = [peopleAt(before), peopleAt(after)]
  return previous.length === next.length && previous.every((person, at) => person === next[at])
}

const peopleAt = ({ people, order }: RowProps) => people.filter(({ orderid }) => orderid === order.orderid)

/** Rows within this distance of the viewport are rendered in full, in px. */
const margin = 800

/** Number of rows rendered in full at first, before any position is measured. */
const firstRows = 40

/** `heightPx`: the height of the row when it was last rendered in full; undefined before that. */
type NearViewport = { isNear: boolean; heightPx: number | undefined }

const listeners = new Map<Element, (near: NearViewport) => void>()
let observer: IntersectionObserver | undefined

/** Whether a row is in or near the viewport. */
function useIsNearViewport(row: RefObject<HTMLElement | null>, at: number): NearViewport {
  const [near, setNear] = useState<NearViewport>({ isNear: at < firstRows, heightPx: undefined })
  useEffect(() => {
    const element = row.current
    if (!element || typeof IntersectionObserver === 'undefined') return
    observer ??= new IntersectionObserver(notify, { rootMargin: `${margin}px 0px` })
    listeners.set(element, (now) => setNear((before) => (before.isNear === now.isNear ? before : now)))
    observer.observe(element)
    return () => {
      listeners.delete(element)
      observer?.unobserve(element)
    }
  }, [row])
  return near
}

function notify(entries: IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting, boundingClientRect } of entries) {
    const wasWhole = !target.classList.contains('far')
    listeners.get(target)?.({
      isNear: isIntersecting,
      heightPx: wasWhole ? boundingClientRect.height : undefined,
    })
  }
  // A row that has not been rendered in full takes the height of a rendered one, so that nothing
  // moves when it is.
  const measured = entries.findLast(({ target }) => target.matches(':not(.far, .focus)'))
  const list = measured?.target.closest('ol')
  if (measured) list?.style.setProperty('--row-height', `${measured.boundingClientRect.height}px`)
}
