import { SearchBox } from '@jhatpat/shared/ui/search-box.tsx'
import { type Ref, useState } from 'react'

type Props = { ref: Ref<HTMLInputElement>; label: string; q: string; onSearch: (q: string) => void }

/** The search above a table: for what was pasted at once, for what is typed at Enter. It follows the address. */
export function TableSearch({ ref, label, q, onSearch }: Props) {
  const [typed, setTyped] = useState(q)
  const [asked, setAsked] = useState(q)
  if (q !== asked) {
    setAsked(q)
    setTyped(q)
  }
  const ask = (text: string) => {
    const wanted = text.trim().slice(0, 100)
    if (wanted !== q) onSearch(wanted)
  }
  return (
    <SearchBox
      ref={ref}
      small
      className="grow"
      label={label}
      placeholder={label}
      shortcut="/"
      maxLength={100}
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value)
        if (event.target.value === '') ask('')
      }}
      onPaste={(event) => {
        const { selectionStart, selectionEnd, value } = event.currentTarget
        const isWhole = (selectionEnd ?? 0) - (selectionStart ?? 0) === value.length
        const pasted = event.clipboardData.getData('text').trim()
        if (!isWhole || pasted === '') return
        event.preventDefault()
        setTyped(pasted)
        ask(pasted)
      }}
      onKeyDown={(event) => event.key === 'Enter' && ask(typed)}
    />
  )
}
