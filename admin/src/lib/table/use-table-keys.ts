import { useAtomValue } from 'jotai'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { keysOnAtom } from '../alerts.ts'

/** Handlers of a table's single keys; a key without a handler is left to the browser. */
export type TableKeys = {
  /** Opens the row that has the focus. */
  open?: ((index: number) => void) | undefined
  /** Moves to a row that may not be rendered yet. */
  goToRow: (index: number) => void
  rows: number
  search?: (() => void) | undefined
  filter?: (() => void) | undefined
  previous?: (() => void) | undefined
  next?: (() => void) | undefined
  help?: (() => void) | undefined
}

/** J and K or the arrow keys move between rows, Enter opens; `/` `F` `[` `]` `?` act on the table. */
export function useTableKeys(table: RefObject<HTMLElement | null>, keys: TableKeys): void {
  const on = useAtomValue(keysOnAtom)
  const answer = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (document.querySelector('dialog[open]') || isTyping(event.target)) return
    const row = rowOf(table.current)
    const act = actOf(event.key, row, keys)
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    if (!on) return
    const listen = (event: KeyboardEvent) => answer(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [on])
}

function actOf(key: string, row: number | undefined, keys: TableKeys): (() => void) | undefined {
  const step = (by: number) => () =>
    keys.goToRow(row === undefined ? 0 : Math.max(0, Math.min(keys.rows - 1, row + by)))
  switch (key) {
    case 'j':
      return step(1)
    case 'k':
      return step(-1)
    case 'ArrowDown':
      return row === undefined ? undefined : step(1)
    case 'ArrowUp':
      return row === undefined ? undefined : step(-1)
    case 'Enter':
      return row !== undefined && isRow(document.activeElement) && keys.open
        ? () => keys.open?.(row)
        : undefined
    case '/':
      return keys.search
    case 'f':
      return keys.filter
    case '[':
      return keys.previous
    case ']':
      return keys.next
    case '?':
      return keys.help
    default:
      return undefined
  }
}

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input,select,textarea,[role=menu]') !== null

const isRow = (element: Element | null) => element?.matches('tr[data-row]') === true

/** The row that has or contains the focus. */
function rowOf(table: HTMLElement | null): number | undefined {
  const row = document.activeElement?.closest<HTMLElement>('tr[data-row]')
  return row && table?.contains(row) ? Number(row.dataset.row) : undefined
}
