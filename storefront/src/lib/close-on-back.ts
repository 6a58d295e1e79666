import { useEffect, useRef } from 'react'

/** What is open, the topmost last. */
const open: (() => void)[] = []

/**
 * Lets Back on a phone close what is open over the page, as people expect there, and not leave the page. While it
 * is open the history has an entry more, with the page's own address and `over` in its state.
 * @param close called by Back while the component that asks is there
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
      // Whoever closed it may be on the way to another page, or open the next thing.
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

/** An entry for what is open no more is stepped over. */
function leaveEntry(): void {
  if (!open[0] && history.state?.over) history.back()
}
