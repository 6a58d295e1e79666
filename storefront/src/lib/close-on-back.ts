import { useEffect, useRef } from 'react'

/** The open elements, the topmost last. */
const open: (() => void)[] = []

/**
 * Makes Back on a phone close what is open over the page instead of leaving the page. While it is open the
 * history has one more entry, with the page's own address and `over` in its state.
 * @param close called by Back while the component is mounted
 */
export function useCloseOnBack(close: () => void): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) return
    const closeThis = () => latest.current()
    open.push(closeThis)
    addEntry()
    return () => {
      open.splice(open.indexOf(closeThis), 1)
      // The same action may also navigate, or open the next element.
      setTimeout(leaveEntry)
    }
  }, [])
}

addEventListener('popstate', () => {
  if (history.state?.over) return leaveEntry()
  open.at(-1)?.()
  if (open[1]) addEntry()
})

function addEntry(): void {
  if (!history.state?.over) history.pushState({ ...history.state, over: true }, '')
}

/** Skips an entry whose element is closed already. */
function leaveEntry(): void {
  if (!open[0] && history.state?.over) history.back()
}
