import { useEffect, useEffectEvent, useState } from 'react'

type Asked = {
  /** What is searched for, as the address has it. */
  q: string
  /** How long one may pause between two letters before it is asked, in ms; left out, typing alone never asks. */
  pauseMs?: number | undefined
  onSearch: (q: string) => void
}

const longest = 100

/** What is typed into a search. It follows the address where that changes by itself. */
export function useSearchText({ q, pauseMs, onSearch }: Asked) {
  const [typed, setTyped] = useState(q)
  const [asked, setAsked] = useState(q)
  const [followed, setFollowed] = useState(q)
  // The address may follow some renders after it was asked for: only its own change says what is searched for now.
  if (q !== followed) {
    setFollowed(q)
    setAsked(q)
    if (q !== asked) setTyped(q)
  }
  const ask = (text: string) => {
    const wanted = text.trim().slice(0, longest)
    if (wanted === q) return
    setAsked(wanted)
    onSearch(wanted)
  }
  const askAtPause = useEffectEvent(() => ask(typed))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter begins the pause anew
  useEffect(() => {
    if (pauseMs === undefined) return
    const timer = setTimeout(askAtPause, pauseMs)
    return () => clearTimeout(timer)
  }, [typed, pauseMs])
  return { typed, setTyped, ask }
}
