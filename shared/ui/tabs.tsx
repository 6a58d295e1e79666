import { type KeyboardEvent, useRef } from 'react'
import { rovingTarget } from './roving.ts'

export type Tab<Id extends string = string> = { id: Id; label: string; count?: number | undefined }

export type TabsProps<Id extends string> = {
  /** What the tabs choose, for screen readers. */
  label: string
  tabs: readonly Tab<Id>[]
  selected: Id
  onSelect: (id: Id) => void
  /** The id of the element whose content the tabs switch. */
  panelId?: string | undefined
  className?: string | undefined
}

/**
 * Tabs that choose a list. Arrow keys, Home and End move and choose; only the chosen tab is in the tab order.
 */
export function Tabs<Id extends string>({
  label,
  tabs,
  selected,
  onSelect,
  panelId,
  className = '',
}: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const ids = tabs.map((tab) => tab.id)
    const next = rovingTarget(event, ids, selected)
    if (next === undefined) return
    event.preventDefault()
    onSelect(next)
    list.current?.querySelectorAll<HTMLButtonElement>('[role=tab]')[ids.indexOf(next)]?.focus()
  }
  return (
    <div
      className={`tabs ${className}`.trim()}
      role="tablist"
      aria-label={label}
      ref={list}
      onKeyDown={onKeyDown}
    >
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          className="tab"
          role="tab"
          aria-selected={tab.id === selected}
          aria-controls={panelId}
          tabIndex={tab.id === selected ? 0 : -1}
          onClick={() => onSelect(tab.id)}
        >
          {tab.label}
          {tab.count !== undefined && <span className="num c"> {tab.count}</span>}
        </button>
      ))}
    </div>
  )
}
