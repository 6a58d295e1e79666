import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { lazily } from '@jhatpat/shared/ui/lazily.tsx'
import { LoadBoundary } from '@jhatpat/shared/ui/load-boundary.tsx'
import { type CSSProperties, Suspense } from 'react'
import { useMe } from '../../lib/me.ts'
import { boardColumns } from './board-columns.tsx'
import { nameOf } from './board-texts.ts'
import { holderOf } from './claim.ts'
import type { RowTools } from './row-tools.ts'

/** What a row opens to comes right after the board; where it could not, it is asked for again at the opening. */
const OpenOrder = lazily(() => import('./open-order.tsx'))
OpenOrder.arrive().catch(() => undefined)

type BoardRowProps = RowTools & { order: BoardOrder; left: boolean }

/** One order. Focusing the row opens it; its parts work closed as well. */
export function BoardRow({ order, left, ...tools }: BoardRowProps) {
  const me = useMe()
  const { row, selection, nowMs } = tools
  const isOpen = row.openId === order.orderid
  const holder = holderOf(order, me, nowMs)
  const isActing = tools.actingId === order.orderid
  const state = `${isOpen ? ' focus' : ''}${selection.has(order.orderid) ? ' sel' : ''}${left ? ' left' : ''}`
  return (
    <li
      className={`br${state}`}
      data-order={order.orderid}
      tabIndex={row.tabStop === order.orderid ? 0 : -1}
      aria-label={nameOf(order)}
      aria-current={isOpen || undefined}
      onFocus={(event) => {
        if (event.target === event.currentTarget && !isOpen) row.goTo(order.orderid)
      }}
    >
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
      {isOpen && !left && (
        <LoadBoundary>
          <Suspense>
            <OpenOrder {...{ order, holder, ...tools }} />
          </Suspense>
        </LoadBoundary>
      )}
    </li>
  )
}
