import { useEffect, useEffectEvent, useState } from 'react'

type SearchOptions = {
  /** The search text in the address. */
  q: string
  /** Pause in typing after which the search runs, in ms; without it, typing alone never searches. */
  pauseMs?: number | undefined
  onSearch: (q: string) => void
}

const longest = 100

/** The text typed into a search. It follows the address when that changes by itself. */
export function useSearchText({ q, pauseMs, onSearch }: SearchOptions) {
  const [typed, setTyped] = useState(q)
  const [searched, setSearched] = useState(q)
  const [followed, setFollowed] = useState(q)
  // The address may follow some renders later: only a change of it replaces the typed text.
  if (q !== followed) {
    setFollowed(q)
    setSearched(q)
    if (q !== searched) setTyped(q)
  }
  const search = (text: string) => {
    const wanted = text.trim().slice(0, longest)
    if (wanted === q) return
    setSearched(wanted)
    onSearch(wanted)
  }
  const askAtPause = useEffectEvent(() => search(typed))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter restarts the pause
  useEffect(() => {
    if (pauseMs === undefined) return
    const timer = setTimeout(askAtPause, pauseMs)
    return () => clearTimeout(timer)
  }, [typed, pauseMs])
  return { typed, setTyped, search }
}
