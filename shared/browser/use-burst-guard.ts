import { useEffect } from 'react'

/** Who taps again so soon (ms) and so near (px) has not looked at what is there by now. */
const burst = { ms: 700, px: 24 }

/**
 * Keeps the rest of a burst of taps from what another page has put under the finger. Taps by keys and by others than
 * a burst are let through.
 */
export function useBurstGuard(): void {
  useEffect(() => {
    let last: { x: number; y: number; at: number; page: string } | undefined
    const guard = (event: MouseEvent) => {
      // By keys: such a click has no count and no place.
      if (event.detail === 0) return
      const { clientX: x, clientY: y, timeStamp: at } = event
      const goesOn = last && at - last.at < burst.ms && Math.hypot(x - last.x, y - last.y) < burst.px
      const page = last && goesOn ? last.page : location.pathname
      last = { x, y, at, page }
      if (page === location.pathname) return
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('click', guard, true)
    return () => document.removeEventListener('click', guard, true)
  }, [])
}
