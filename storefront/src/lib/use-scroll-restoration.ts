import { useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/** How far down one was, by entry of the history. */
const places = new Map<string, number>()

/**
 * Brings whoever comes back to a list to where they left it. The browser does so at once, when the page is not as high
 * again as it was.
 * @param isDrawn whether its rows are there
 */
export function useScrollRestoration(isDrawn: boolean): void {
  const { key } = useLocation()
  const kind = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each entry, however it is reached
  useLayoutEffect(() => {
    if (!isDrawn) return
    const place = places.get(key)
    if (kind === 'POP' && place !== undefined) scrollTo(0, place)
    const keep = () => places.set(key, scrollY)
    addEventListener('scroll', keep, { passive: true })
    return () => removeEventListener('scroll', keep)
  }, [isDrawn, key])
}
