import { SearchBox } from '@jhatpat/shared/ui/search-box.tsx'
import { useSearchText } from '@jhatpat/shared/ui/use-search-text.ts'

/** Pause in typing after which the search runs, in ms. */
const pauseMs = 300

type SearchFilterProps = {
  label: string
  placeholder: string
  /** The search text in the address. */
  value: string
  onSearch: (text: string) => void
}

/**
 * A list's search: it runs at a pause in typing, or on Enter, and follows the address when that changes by
 * itself.
 */
export function SearchFilter({ label, placeholder, value, onSearch }: SearchFilterProps) {
  const { typed, setTyped, search } = useSearchText({ q: value, pauseMs, onSearch })
  return (
    <SearchBox
      className="grow"
      label={label}
      placeholder={placeholder}
      maxLength={100}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && search(typed)}
    />
  )
}
