import type { InputHTMLAttributes, ReactNode } from 'react'

type Box = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  /** Some but not all of the items it represents are selected. */
  some?: boolean | undefined
}

/** A checkbox with its text, or a bare one whose `label` is only for screen readers. */
export function Checkbox({
  label,
  bare,
  some = false,
  className = '',
  ...box
}: Box & { label: ReactNode; bare?: boolean }) {
  const input = (
    <input
      {...box}
      type="checkbox"
      className={`check ${bare ? className : ''}`.trim()}
      ref={(node) => {
        if (node) node.indeterminate = some
      }}
      aria-label={bare && typeof label === 'string' ? label : undefined}
    />
  )
  if (bare) return input
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the input is created above and rendered inside
    <label className={`check-row ${className}`.trim()}>
      {input}
      <span>{label}</span>
    </label>
  )
}
