import { type ReactNode, useEffect, useRef } from 'react'
import { rovingTarget } from './roving.ts'

export type MenuListProps = {
  id: string
  opener: HTMLElement | null
  align: 'start' | 'end'
  onClose: () => void
  onLeave: () => void
  children: ReactNode
}

/** The open list of a `Menu`: in the top layer, placed by its button, with the focus inside. */
export function MenuList({ id, opener, align, onClose, onLeave, children }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null)
  const leave = useRef(onLeave)
  leave.current = onLeave

  useEffect(() => {
    const node = list.current
    if (!node || !opener) return
    node.showPopover?.()
    place(node, opener, align)
    itemsOf(node)[0]?.focus()
    const onPress = (event: Event) => {
      const target = event.target as Node
      if (!node.contains(target) && !opener.contains(target)) leave.current()
    }
    const onMove = () => place(node, opener, align)
    document.addEventListener('pointerdown', onPress)
    window.addEventListener('scroll', onMove, true)
    window.addEventListener('resize', onMove)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      window.removeEventListener('scroll', onMove, true)
      window.removeEventListener('resize', onMove)
    }
  }, [opener, align])

  return (
    <div
      ref={list}
      id={id}
      className="menu"
      role="menu"
      tabIndex={-1}
      popover="manual"
      onKeyDown={(event) => {
        if (event.key === 'Escape') return onClose()
        if (event.key === 'Tab') return onLeave()
        const items = itemsOf(event.currentTarget)
        const next = rovingTarget(event, items, document.activeElement as HTMLElement)
        if (!next) return
        event.preventDefault()
        next.focus()
      }}
    >
      {children}
    </div>
  )
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)')]
}

/** Under the button, or over it where there is no room below; never beyond the window's edge. */
function place(menu: HTMLElement, opener: HTMLElement, align: 'start' | 'end'): void {
  const gap = 6
  const at = opener.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = menu
  const left = align === 'end' ? at.right - width : at.left
  const below = at.bottom + gap
  const fits = below + height <= window.innerHeight
  menu.style.left = `${Math.max(8, Math.min(left, window.innerWidth - width - 8))}px`
  menu.style.top = `${fits ? below : Math.max(8, at.top - gap - height)}px`
}
