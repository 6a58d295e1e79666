import type { SelectHTMLAttributes } from 'react'
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx'

export type SelectOption = { value: string; label: string; disabled?: boolean }

export type SelectProps = SelectHTMLAttributes<HTMLSelectElement> &
  Omit<FieldFrameProps, 'children' | 'id' | 'label'> & {
    label: string
    options: readonly (SelectOption | string)[]
    /** The label is for screen readers only; for filters above a list. */
    bare?: boolean | undefined
    small?: boolean | undefined
  }

/** A native select with its label. */
export function Select(props: SelectProps) {
  const { label, hint, hintTone, error, aside, className, options, bare, small, ...select } = props
  const selectClass = `select${small ? ' in-sm' : ''}`
  const items = options.map((option) => {
    const {
      value,
      label: text,
      disabled,
    } = typeof option === 'string' ? { value: option, label: option, disabled: false } : option
    return (
      <option key={value} value={value} disabled={disabled}>
        {text}
      </option>
    )
  })
  if (bare) {
    return (
      <select {...select} aria-label={label} className={`${selectClass} ${className ?? ''}`.trim()}>
        {items}
      </select>
    )
  }
  return (
    <FieldFrame {...{ label, hint, hintTone, error, aside, className }} id={select.id}>
      {(control) => (
        <select {...select} {...control} className={selectClass}>
          {items}
        </select>
      )}
    </FieldFrame>
  )
}
