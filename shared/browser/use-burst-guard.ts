import { useEffect } from 'react'

/** Who taps again so soon (ms) and so near (px) has not looked at what is there by now. */
const burst = { ms: 700, px: 24 }

/**
 * A burst of taps is for the control on which it began: what another page, or another row of a list, has put under the
 * finger meanwhile gets none of it. Keys, and taps elsewhere, are let through.
 */
export function useBurstGuard(): void {
  useEffect(() => {
    let last: { x: number; y: number; at: number; of: Aim } | undefined
    const guard = (event: MouseEvent) => {
      const { clientX: x, clientY: y, timeStamp: at } = event
      // A click by a key has no count, and one by a script has no place.
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

/** What a tap is for: a control on a page. */
type Aim = { control: EventTarget | null; page: string }

function controlOf(target: EventTarget | null): EventTarget | null {
  if (!(target instanceof Element)) return target
  const near = target.closest('button, a, input, select, textarea, summary, label, [role]') ?? target
  return near instanceof HTMLLabelElement ? (near.control ?? near) : near
}
