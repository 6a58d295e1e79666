import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Icon, type IconName } from './icons/icon.tsx'

export type ChipProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** On: pink, with a cross; a press removes the filter. */
  on?: boolean | undefined
  icon?: IconName | undefined
  /** The chosen value, in bold after the name. */
  value?: ReactNode | undefined
}

/** A filter. */
export function Chip({ on = false, icon, value, className = '', children, ...rest }: ChipProps) {
  return (
    <button type="button" {...rest} className={`chip${on ? ' on' : ''} ${className}`.trim()}>
      {icon && <Icon name={icon} size="sm" />}
      <span>
        {children} {value !== undefined && <b>{value}</b>}
      </span>
      {on && (
        <>
          <Icon name="x" size="sm" />
          <span className="visually-hidden">, remove</span>
        </>
      )}
    </button>
  )
}
