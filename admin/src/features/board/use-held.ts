import { type FocusEvent, useEffect, useState } from 'react'

/** Whether a mouse or the focus is on the rows, and which order’s row has the focus. Spread `handlers` on the list. */
export function useIsInteracting() {
  const [actingId, setActingId] = useState<string>()
  const hovered = useHovered()
  const handlers = {
    onFocus: ({ target }: FocusEvent) => setActingId(idOf(target)),
    onBlur: ({ relatedTarget }: FocusEvent) => setActingId(idOf(relatedTarget)),
  }
  return { isInteracting: hovered || actingId !== undefined, hovered, actingId, handlers }
}

/** Asked of the whole page: a row whose button goes away under the mouse never hears that the mouse has left. */
function useHovered(): boolean {
  const [hovered, setHovered] = useState(false)
  useEffect(() => {
    const look = ({ pointerType, target }: PointerEvent) =>
      setHovered(pointerType === 'mouse' && idOf(target) !== undefined)
    const leave = () => setHovered(false)
    document.addEventListener('pointerover', look)
    document.documentElement.addEventListener('pointerleave', leave)
    return () => {
      document.removeEventListener('pointerover', look)
      document.documentElement.removeEventListener('pointerleave', leave)
    }
  }, [])
  return hovered
}

const idOf = (element: EventTarget | null): string | undefined =>
  element instanceof Element ? element.closest<HTMLElement>('[data-order]')?.dataset.order : undefined
