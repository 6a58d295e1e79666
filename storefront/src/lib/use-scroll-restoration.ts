import { useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/** Scroll positions, by history entry. */
const places = new Map<string, number>()

/**
 * Restores the scroll position of a list on return. The browser does so too early, when the page does not
 * have its height yet.
 * @param isDrawn whether its rows are rendered
 */
export function useScrollRestoration(isDrawn: boolean): void {
  const { key } = useLocation()
  const kind = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each entry, however it is reached
  useLayoutEffect(() => {
    if (!isDrawn) return
    const position = places.get(key)
    if (kind === 'POP' && position !== undefined) scrollTo(0, position)
    const keep = () => places.set(key, scrollY)
    addEventListener('scroll', keep, { passive: true })
    return () => removeEventListener('scroll', keep)
  }, [isDrawn, key])
}
