import type { FoundBy } from '@jhatpat/shared/contracts/admin-lists.ts'
import { Chip } from '@jhatpat/shared/ui/chip.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { foundWords } from './found-words.ts'
import { countText } from './table-texts.ts'

type Props = {
  by: FoundBy
  count: number
  isMore: boolean
  rows: string
  hadFilters: boolean
  onBack: () => void
}

/** Says above the rows what the search found them by. */
export function FoundByLine({ by, count, isMore, rows, hadFilters, onBack }: Props) {
  return (
    <div className="row between wrap found-by">
      <p className="hint ok" role="status">
        <Icon name="circle-check" size="sm" />
        <span>
          {foundWords[by]}: {countText(count, isMore)} {rows}.
          {hadFilters && ' Filters were set aside for it.'}
        </span>
      </p>
      <Chip icon="undo-2" onClick={onBack}>
        {hadFilters ? 'Put filters back' : 'Show everything'}
      </Chip>
    </div>
  )
}
