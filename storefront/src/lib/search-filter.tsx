import { SearchBox } from '@jhatpat/shared/ui/search-box.tsx'
import { useSearchText } from '@jhatpat/shared/ui/use-search-text.ts'

/** How long one may pause between two letters before the server is asked, in ms. */
const pauseMs = 300

type SearchFilterProps = {
  label: string
  placeholder: string
  /** What is searched for, as the address has it. */
  value: string
  onSearch: (text: string) => void
}

/** A list's search: it asks when the typing pauses, or at Enter, and follows the address where that changes by itself. */
export function SearchFilter({ label, placeholder, value, onSearch }: SearchFilterProps) {
  const { typed, setTyped, ask } = useSearchText({ q: value, pauseMs, onSearch })
  return (
    <SearchBox
      className="grow"
      label={label}
      placeholder={placeholder}
      maxLength={100}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && ask(typed)}
    />
  )
}
