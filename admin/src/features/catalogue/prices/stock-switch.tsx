import type { ReactNode } from 'react'
import { usePermission } from '../../../lib/me.ts'

type Props = {
  label: string
  isIn: boolean
  disabled?: boolean
  /** The text precedes the switch, at the end of a row. */
  atEnd?: boolean
  onChange: () => void
  children: ReactNode
}

/** Stock as text and, for roles that may change it, a switch. */
export function StockSwitch({ label, isIn, disabled, atEnd = false, onChange, children }: Props) {
  const may = usePermission()
  const look = `row row-nw${atEnd ? ' row-end' : ''}`
  if (!may('catalogue.stock')) return <span className={look}>{children}</span>
  return (
    <label className={look}>
      {atEnd && children}
      <input
        type="checkbox"
        role="switch"
        className="switch sm"
        checked={isIn}
        aria-checked={isIn}
        disabled={disabled}
        aria-label={label}
        onChange={onChange}
      />
      {!atEnd && children}
    </label>
  )
}
