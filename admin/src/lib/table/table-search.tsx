import { SearchBox } from '@jhatpat/shared/ui/search-box.tsx'
import { useSearchText } from '@jhatpat/shared/ui/use-search-text.ts'
import type { Ref } from 'react'

type Props = {
  /** Of the screen that listens for the shortcut, which is shown then. */
  ref?: Ref<HTMLInputElement>
  label: string
  /** Left out, the label. */
  placeholder?: string
  q: string
  /** How long one may pause between two letters before it is asked, in ms; left out, typing alone never asks. */
  pauseMs?: number | undefined
  onSearch: (q: string) => void
}

/** The search above a table: for what was pasted at once, for what is typed at Enter. It follows the address. */
export function TableSearch({ ref, label, placeholder = label, q, pauseMs, onSearch }: Props) {
  const { typed, setTyped, search: ask } = useSearchText({ q, pauseMs, onSearch })
  return (
    <SearchBox
      ref={ref}
      small
      className="grow"
      label={label}
      placeholder={placeholder}
      shortcut={ref ? '/' : undefined}
      maxLength={100}
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value)
        if (event.target.value === '') ask('')
      }}
      onPaste={(event) => {
        const { selectionStart, selectionEnd, value } = event.currentTarget
        const isComplete = (selectionEnd ?? 0) - (selectionStart ?? 0) === value.length
        const pasted = event.clipboardData.getData('text').trim()
        if (!isComplete || pasted === '') return
        event.preventDefault()
        setTyped(pasted)
        ask(pasted)
      }}
      onKeyDown={(event) => event.key === 'Enter' && ask(typed)}
    />
  )
}
