import { type RefObject, useEffect, useState } from 'react'

/** Rows this far beyond the window are whole as well, in px. */
const margin = 800

/** So many rows begin whole, before anybody knows where they are. */
const firstRows = 40

/** `heightPx`: how high the row was when it was last whole; undefined: it never was. */
export type NearViewport = { isNear: boolean; heightPx: number | undefined }

const told = new Map<Element, (near: NearViewport) => void>()
let observer: IntersectionObserver | undefined

/** Whether a row is on the screen or nearly. */
export function useIsNearViewport(row: RefObject<HTMLElement | null>, at: number): NearViewport {
  const [near, setNear] = useState<NearViewport>({ isNear: at < firstRows, heightPx: undefined })
  useEffect(() => {
    const element = row.current
    if (!element || typeof IntersectionObserver === 'undefined') return
    observer ??= new IntersectionObserver(tell, { rootMargin: `${margin}px 0px` })
    told.set(element, (now) => setNear((before) => (before.isNear === now.isNear ? before : now)))
    observer.observe(element)
    return () => {
      told.delete(element)
      observer?.unobserve(element)
    }
  }, [row])
  return near
}

function tell(entries: IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting, boundingClientRect } of entries) {
    const wasWhole = !target.classList.contains('far')
    told.get(target)?.({ isNear: isIntersecting, heightPx: wasWhole ? boundingClientRect.height : undefined })
  }
  // A row that nobody has seen yet stands as high as those that were, so that nothing moves when it is.
  const seen = entries.findLast(({ target }) => target.matches(':not(.far, .focus)'))
  const list = seen?.target.closest('ol')
  if (seen) list?.style.setProperty('--row-height', `${seen.boundingClientRect.height}px`)
}
