import { useEffect, useRef } from 'react'
import { isSlash } from '../../lib/slash-key.ts'
import { TableSearch } from '../../lib/table/table-search.tsx'

/** The search above the table. It asks when the typing pauses, and `/` jumps to it. */
export function UsersSearch({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSlash(event)) return
      event.preventDefault()
      box.current?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <TableSearch
      ref={box}
      label="Find users by name, e-mail, mobile number or id"
      placeholder="Name, email, mobile or user id"
      pauseMs={250}
      q={q}
      onSearch={onSearch}
    />
  )
}
