import type { MatchReason } from '@jhatpat/shared/contracts/admin-lists.ts'
import { Chip } from '@jhatpat/shared/ui/chip.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { matchTexts } from './match-texts.ts'
import type { TableAddress } from './table-address.ts'
import { countText } from './table-texts.ts'
import type { TableGoTo } from './use-table-address.ts'

type Props<Filter extends string> = {
  /** What came; nothing is said while there is nothing, or where it was not searched for. */
  page: { matchedBy: MatchReason | null; count: number; hasMore: boolean } | undefined
  table: TableGoTo<Filter> & { address: TableAddress<Filter> }
  /** What a row is: `order`. */
  row: string
}

/** Says above the rows what the search found them by. */
export function MatchReasonLine<Filter extends string>({ page, table, row }: Props<Filter>) {
  if (!page?.matchedBy) return null
  const { matchedBy, count, hasMore } = page
  const { q, filters } = table.address
  const hadFilters = q !== '' && Object.keys(filters).length > 0
  return (
    <div className="row between wrap found-by">
      <p className="hint ok" role="status">
        <Icon name="circle-check" size="sm" />
        <span>
          {matchTexts[matchedBy]}: {countText(count, hasMore)} {count === 1 ? row : `${row}s`}.
          {hadFilters && ' Filters were set aside for it.'}
        </span>
      </p>
      <Chip icon="undo-2" onClick={() => table.ask({ q: '' })}>
        {hadFilters ? 'Put filters back' : 'Show everything'}
      </Chip>
    </div>
  )
}
