import { type RefObject, useEffect, useState } from 'react'

/** Rows within this distance of the viewport are rendered in full, in px. */
const margin = 800

/** Number of rows rendered in full at first, before any position is measured. */
const firstRows = 40

/** `heightPx`: the height of the row when it was last rendered in full; undefined before that. */
export type NearViewport = { isNear: boolean; heightPx: number | undefined }

const listeners = new Map<Element, (near: NearViewport) => void>()
let observer: IntersectionObserver | undefined

/** Whether a row is in or near the viewport. */
export function useIsNearViewport(row: RefObject<HTMLElement | null>, at: number): NearViewport {
  const [near, setNear] = useState<NearViewport>({ isNear: at < firstRows, heightPx: undefined })
  useEffect(() => {
    const element = row.current
    if (!element || typeof IntersectionObserver === 'undefined') return
    observer ??= new IntersectionObserver(notify, { rootMargin: `${margin}px 0px` })
    listeners.set(element, (now) => setNear((before) => (before.isNear === now.isNear ? before : now)))
    observer.observe(element)
    return () => {
      listeners.delete(element)
      observer?.unobserve(element)
    }
  }, [row])
  return near
}

function notify(entries: IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting, boundingClientRect } of entries) {
    const wasWhole = !target.classList.contains('far')
    listeners.get(target)?.({
      isNear: isIntersecting,
      heightPx: wasWhole ? boundingClientRect.height : undefined,
    })
  }
  // A row that has not been rendered in full takes the height of a rendered one, so that nothing
  // moves when it is.
  const measured = entries.findLast(({ target }) => target.matches(':not(.far, .focus)'))
  const list = measured?.target.closest('ol')
  if (measured) list?.style.setProperty('--row-height', `${measured.boundingClientRect.height}px`)
}
