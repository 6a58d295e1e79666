import { type RefObject, useEffect, useRef } from 'react'

type PopoverPosition = {
  opener: HTMLElement | null
  /** The edge of the button to which it is aligned. */
  align: 'start' | 'end'
  /** Called by a press elsewhere. */
  onLeave: () => void
}

/**
 * Puts an element with `popover="manual"` into the top layer, under the button that opened it, and keeps it
 * there.
 */
export function usePopoverPosition(
  element: RefObject<HTMLElement | null>,
  { opener, align, onLeave }: PopoverPosition,
): void {
  const latestOnLeave = useRef(onLeave)
  latestOnLeave.current = onLeave
  useEffect(() => {
    const node = element.current
    if (!node || !opener) return
    node.showPopover?.()
    place(node, opener, align)
    const onPress = (event: Event) => {
      const target = event.target as Node
      if (!node.contains(target) && !opener.contains(target)) latestOnLeave.current()
    }
    const reposition = () => place(node, opener, align)
    document.addEventListener('pointerdown', onPress)
    window.addEventListener('scroll', reposition, true)
    window.addEventListener('resize', reposition)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      window.removeEventListener('scroll', reposition, true)
      window.removeEventListener('resize', reposition)
    }
  }, [element, opener, align])
}

/** Under the button, or over it where there is no room below; never beyond the window's edge. */
function place(popover: HTMLElement, opener: HTMLElement, align: 'start' | 'end'): void {
  const gap = 6
  const at = opener.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = popover
  const left = align === 'end' ? at.right - width : at.left
  const below = at.bottom + gap
  const fits = below + height <= window.innerHeight
  const inside = Math.max(8, Math.min(left, window.innerWidth - width - 8))
  popover.style.setProperty('--hang-left', `${inside}px`)
  popover.style.setProperty('--hang-top', `${fits ? below : Math.max(8, at.top - gap - height)}px`)
}
