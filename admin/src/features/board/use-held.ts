import { type FocusEvent, type PointerEvent, useState } from 'react'

/** Whether a mouse or the focus is on the rows. Spread `handlers` on the list. */
export function useHeld() {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const handlers = {
    onPointerEnter: (event: PointerEvent) => setHovered(event.pointerType === 'mouse'),
    onPointerLeave: () => setHovered(false),
    onFocus: () => setFocused(true),
    onBlur: (event: FocusEvent) => setFocused(event.currentTarget.contains(event.relatedTarget)),
  }
  return { held: hovered || focused, handlers }
}
