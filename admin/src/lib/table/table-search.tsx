import { SearchBox } from '@jhatpat/shared/ui/search-box.tsx'
import { useSearchText } from '@jhatpat/shared/ui/use-search-text.ts'
import type { Ref } from 'react'

type Props = {
  /** For the screen's keyboard shortcut, whose hint is then shown. */
  ref?: Ref<HTMLInputElement>
  label: string
  /** Left out, the label. */
  placeholder?: string
  q: string
  /** Pause after the last letter before a search starts, in ms; left out, only Enter searches. */
  pauseMs?: number | undefined
  onSearch: (q: string) => void
}

/**
 * The search above a table: a pasted text is searched for at once, a typed one at Enter. Follows
 * the address.
 */
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
