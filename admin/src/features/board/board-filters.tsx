import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { BoardPresence } from '@jhatpat/shared/contracts/realtime.ts'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { SearchBox } from '@jhatpat/shared/ui/search-box.tsx'
import { Tabs } from '@jhatpat/shared/ui/tabs.tsx'
import { useAtomValue } from 'jotai'
import type { RefObject } from 'react'
import { keysOnAtom } from '../../lib/alerts.ts'
import { useMe } from '../../lib/me.ts'
import { boardTabs, isInTab, tabLabels } from './board-tabs.ts'
import { NextButton } from './next-button.tsx'
import { PresenceList } from './presence-list.tsx'
import type { BoardView } from './use-board-view.ts'
import { useTabCounts } from './use-tab-counts.ts'

type BoardFiltersProps = {
  view: BoardView
  /** What the search lets through; the tabs count these. */
  found: readonly BoardOrder[]
  nowMs: number
  search: RefObject<HTMLInputElement | null>
  waiting: number
  /** The other admins on the board. */
  people: readonly BoardPresence[]
  next: { take: () => Promise<void>; isTaking: boolean }
  onLetIn: () => void
  /** From the search to the first row. */
  onEnter: () => void
}

/** Search, tabs with counts, and the pill that lets waiting rows in. */
export function BoardFilters({
  view,
  found,
  nowMs,
  search,
  waiting,
  people,
  next,
  onLetIn,
  onEnter,
}: BoardFiltersProps) {
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
        label="Find an order"
        placeholder="Paste any id, e-mail, mobile or bank reference"
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
      <Tabs className="seg" label="Show" tabs={tabs} selected={view.tab} onSelect={view.setTab} />
      <PresenceList people={people} does="is on the board" />
      <span role="status" className="push">
        {waiting > 0 && (
          <button type="button" className="new" onClick={onLetIn}>
            <Icon name="arrow-up-right" size="sm" />
            {waiting} new
          </button>
        )}
      </span>
    </div>
  )
}
