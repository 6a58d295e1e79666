import { type ReactNode, useEffect, useRef } from 'react'
import { rovingTarget } from './roving.ts'
import { usePopoverPosition } from './use-popover-position.ts'

export type MenuListProps = {
  id: string
  opener: HTMLElement | null
  align: 'start' | 'end'
  onClose: () => void
  onLeave: () => void
  children: ReactNode
}

/** The open list of a `Menu`: in the top layer, positioned at its button, with the focus inside. */
export function MenuList({ id, opener, align, onClose, onLeave, children }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null)
  usePopoverPosition(list, { opener, align, onLeave })
  useEffect(() => {
    if (list.current) itemsOf(list.current)[0]?.focus()
  }, [])

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
