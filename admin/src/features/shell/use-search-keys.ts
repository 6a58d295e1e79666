import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { keysOnAtom } from '../../lib/alerts.ts'

/** Opens the search by Ctrl K, and by `/` on screens without a search of their own. */
export function useSearchKeys(open: () => void): void {
  const keysOn = useAtomValue(keysOnAtom)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const hasSearch = document.querySelector('dialog[open], main input[type=search]')
      if (!isCtrlK(event) && (!keysOn || hasSearch || !isSlash(event))) return
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) open()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [keysOn, open])
}

const isCtrlK = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => key === 'k' && (ctrlKey || metaKey)

/** Whether `/` is pressed to search: without a modifier, and not in a field. */
const isSlash = (event: KeyboardEvent): boolean =>
  event.key === '/' &&
  !(event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) &&
  // The document itself has no `closest`.
  !(event.target as Partial<Element>).closest?.('input,select,textarea,dialog')
