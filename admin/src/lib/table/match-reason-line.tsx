import type { MatchReason } from '@jhatpat/shared/contracts/admin-lists.ts'
import { Chip } from '@jhatpat/shared/ui/chip.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import type { TableAddress, TableGoTo } from './table-address.ts'
import { countText } from './table-texts.ts'

type Props<Filter extends string> = {
  /** The result page; nothing is shown without one, or without a search. */
  page: { matchedBy?: MatchReason | null; count: number; hasMore: boolean } | undefined
  table: TableGoTo<Filter> & { address: TableAddress<Filter> }
  /** What a row is: `order`. */
  row: string
}

/** States above the rows how the search matched them. */
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
          {hadFilters && ' Filters were cleared for this search.'}
        </span>
      </p>
      <Chip icon="undo-2" onClick={() => table.setQuery({ q: '' })}>
        {hadFilters ? 'Restore filters' : 'Show all'}
      </Chip>
    </div>
  )
}

/** What a pasted text was recognised as. */
export const matchTexts: Record<MatchReason, string> = {
  order: 'Order ID',
  wallet: 'Wallet transaction',
  bank: 'UPI ref. no.',
  supplier: 'Supplier ref.',
  email: 'Email',
  mobile: 'Mobile number',
  user: 'User ID',
  player: 'Player ID',
}
