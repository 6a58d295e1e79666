import type { ChangeEventHandler } from 'react'

export type SwitchProps = {
  /** States what applies while it is on. */
  label: string
  checked: boolean
  onChange: ChangeEventHandler<HTMLInputElement>
  disabled?: boolean | undefined
}

/** A setting that is on or off, in a line with its text. */
export function Switch({ label, checked, onChange, disabled }: SwitchProps) {
  return (
    <label className="switch-row">
      <span>{label}</span>
      <input
        type="checkbox"
        role="switch"
        className="switch"
        checked={checked}
        aria-checked={checked}
        onChange={onChange}
        disabled={disabled}
      />
    </label>
  )
}
