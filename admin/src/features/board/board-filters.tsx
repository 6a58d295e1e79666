import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { BoardPresence } from '@jhatpat/shared/contracts/realtime.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { SearchBox } from '@jhatpat/shared/ui/search-box.tsx'
import { Tabs } from '@jhatpat/shared/ui/tabs.tsx'
import { useAtomValue } from 'jotai'
import type { RefObject } from 'react'
import { keysOnAtom } from '../../lib/alerts.ts'
import { useMe, usePermission } from '../../lib/me.ts'
import { usePendingCounts } from '../../lib/pending-counts.ts'
import { type BoardTab, boardTabs, isInTab, tabLabels } from './board-tabs.ts'
import { PresenceList } from './presence-list.tsx'
import type { BoardView } from './use-board-view.ts'

type BoardFiltersProps = {
  view: BoardView
  /** The orders that match the search; the tabs count these. */
  found: readonly BoardOrder[]
  nowMs: number
  search: RefObject<HTMLInputElement | null>
  /** The other admins on the board. */
  people: readonly BoardPresence[]
  next: { take: () => Promise<void>; isTaking: boolean }
  /** Moves the focus from the search to the first row. */
  onEnter: () => void
}

/** Search and tabs with counts. */
export function BoardFilters({ view, found, nowMs, search, people, next, onEnter }: BoardFiltersProps) {
  const me = useMe()
  const keysOn = useAtomValue(keysOnAtom)
  const counts = useTabCounts(view.text)
  const tabs = boardTabs.map((id) => ({
    id,
    label: tabLabels[id],
    count: counts[id] ?? found.filter((order) => isInTab(id, order, { me, nowMs })).length,
  }))
  return (
    <div className="bar2">
      <SearchBox
        small
        ref={search}
        className="grow"
        label="Search orders"
        placeholder="Search by order ID, player ID, email, mobile or UPI ref."
        value={view.text}
        onChange={(event) => view.setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            view.setText('')
            event.currentTarget.blur()
          }
          if (event.key === 'Enter' || event.key === 'ArrowDown') {
            event.preventDefault()
            onEnter()
          }
        }}
        {...(keysOn ? { shortcut: '/' } : {})}
      />
      <NextButton busy={next.isTaking} onTake={() => void next.take()} />
      <Tabs className="seg" label="Filter" tabs={tabs} selected={view.tab} onSelect={view.setTab} />
      <PresenceList people={people} does="is viewing the board" />
    </div>
  )
}

type NextButtonProps = { busy: boolean; onTake: () => void }

/** Assigns and expands the most urgent order; only for roles that may change orders. */
function NextButton({ busy, onTake }: NextButtonProps) {
  const mayDecide = usePermission()('orders.decide')
  const keysOn = useAtomValue(keysOnAtom)
  if (!mayDecide) return null
  return (
    <Button className="give-next" variant="accent" size="sm" busy={busy} busyText="Loading…" onClick={onTake}>
      Take next
      {keysOn && (
        <span aria-hidden="true" className="hide-t">
          <kbd>N</kbd>
        </span>
      )}
    </Button>
  )
}

/**
 * Counts of the whole list while only a part is loaded; empty where all orders are loaded or a
 * search is active.
 */
function useTabCounts(text: string): Partial<Record<BoardTab, number>> {
  const { isComplete, all, mine, assigned, unknown, late } = usePendingCounts()
  return isComplete || text ? {} : { all, mine, unassigned: all - assigned, unknown, late }
}
