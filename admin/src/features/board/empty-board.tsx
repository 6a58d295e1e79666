import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { tabLabels } from './board-tabs.ts'
import { noPendingOrders } from './board-texts.ts'
import type { BoardView } from './use-board-view.ts'

/** Different sentences for an empty board and for filters without a match. */
export default function EmptyBoard({ isFiltered, view }: { isFiltered: boolean; view: BoardView }) {
  if (!isFiltered) {
    return (
      <Empty spot="chai" title={noPendingOrders}>
        Every order has been dealt with. New ones appear here by themselves.
      </Empty>
    )
  }
  const where = view.tab === 'all' ? '' : ` under ${tabLabels[view.tab]}`
  return (
    <Empty spot="nomatch" title="No such order here" action={<Button onClick={view.clear}>Show all</Button>}>
      {view.text ? `No pending order matches “${view.text}”${where}.` : `No pending order is${where} now.`}
    </Empty>
  )
}
