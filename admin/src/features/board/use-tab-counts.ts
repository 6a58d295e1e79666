import { usePendingCounts } from '../../lib/pending-counts.ts'
import type { BoardTab } from './board-tabs.ts'

/** What the tabs count where not all orders have been loaded; nothing where the loaded ones are all, or are searched. */
export function useTabCounts(text: string): Partial<Record<BoardTab, number>> {
  const { isComplete, all, mine, assigned, unknown, late } = usePendingCounts()
  return isComplete || text ? {} : { all, mine, unassigned: all - assigned, unknown, late }
}
