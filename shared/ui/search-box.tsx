import type { InputHTMLAttributes, Ref } from 'react'
import { Icon } from './icons/icon.tsx'

export type SearchBoxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: string
  small?: boolean | undefined
  /** A key that focuses the search, shown at the right end; the screen handles it. */
  shortcut?: string | undefined
  ref?: Ref<HTMLInputElement> | undefined
}

/** A search input with its icon. */
export function SearchBox({ label, small, shortcut, className = '', ...input }: SearchBoxProps) {
  return (
    <label className={`search ${className}`.trim()}>
      <span className="visually-hidden">{label}</span>
      <Icon name="search" />
      <input {...input} type="search" className={`input${small ? ' in-sm' : ''}`} />
      {shortcut && (
        <span aria-hidden="true">
          <kbd>{shortcut}</kbd>
        </span>
      )}
    </label>
  )
}
