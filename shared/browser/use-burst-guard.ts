import { useEffect } from 'react'

/** A tap within this time (ms) and distance (px) of another is part of a burst. */
export const burst = { ms: 700, px: 24 }

/**
 * Ignores taps of a burst that hit another control than its first tap did, such as a page or row that has
 * just appeared under the finger. Key presses and taps elsewhere are not affected.
 */
export function useBurstGuard(): void {
  useEffect(() => {
    let last: { x: number; y: number; at: number; of: Aim } | undefined
    const guard = (event: MouseEvent) => {
      const { clientX: x, clientY: y, timeStamp: at } = event
      // A click by key has detail 0, and one by script has no coordinates.
      if (event.detail === 0 || (x === 0 && y === 0)) return
      const aim = { control: controlOf(event.target), page: location.pathname }
      const goesOn = last && at - last.at < burst.ms && Math.hypot(x - last.x, y - last.y) < burst.px
      const of = last && goesOn ? last.of : aim
      last = { x, y, at, of }
      if (of.control === aim.control && of.page === aim.page) return
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('click', guard, true)
    return () => document.removeEventListener('click', guard, true)
  }, [])
}

/** The control and page of a tap. */
type Aim = { control: EventTarget | null; page: string }

function controlOf(target: EventTarget | null): EventTarget | null {
  if (!(target instanceof Element)) return target
  const near = target.closest('button, a, input, select, textarea, summary, label, [role]') ?? target
  return near instanceof HTMLLabelElement ? (near.control ?? near) : near
}
