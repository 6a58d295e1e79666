import { SearchBox } from '@jhatpat/shared/ui/search-box.tsx'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** How long one may pause between two letters before the server is asked, in ms. */
const pauseMs = 250

/** The search above the table. It asks when the typing pauses, and follows the address where that changes by itself. */
export function UsersSearch({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const [typed, setTyped] = useState(q)
  const [asked, setAsked] = useState(q)
  const box = useRef<HTMLInputElement>(null)
  if (q !== asked) {
    setAsked(q)
    setTyped(q)
  }
  const ask = useEffectEvent(() => {
    const wanted = typed.trim()
    if (wanted === q) return
    setAsked(wanted)
    onSearch(wanted)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter begins the pause anew
  useEffect(() => {
    const timer = setTimeout(ask, pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest('input,select,textarea,dialog')) return
      event.preventDefault()
      box.current?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <SearchBox
      ref={box}
      small
      className="grow"
      label="Find users by name, e-mail, mobile number or id"
      placeholder="Name, email, mobile or user id"
      shortcut="/"
      maxLength={100}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && ask()}
    />
  )
}
