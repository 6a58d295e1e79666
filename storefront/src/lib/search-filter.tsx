import { SearchBox } from '@jhatpat/shared/ui/search-box.tsx'
import { useEffect, useEffectEvent, useState } from 'react'

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
  const [typed, setTyped] = useState(value)
  const [asked, setAsked] = useState(value)
  if (value !== asked) {
    setAsked(value)
    setTyped(value)
  }
  const ask = useEffectEvent(() => {
    const wanted = typed.trim()
    if (wanted === asked) return
    setAsked(wanted)
    onSearch(wanted)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter begins the pause anew
  useEffect(() => {
    const timer = setTimeout(ask, pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <SearchBox
      className="grow"
      label={label}
      placeholder={placeholder}
      maxLength={100}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && ask()}
    />
  )
}
