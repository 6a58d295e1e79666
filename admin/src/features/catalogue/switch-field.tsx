import type { InputHTMLAttributes, Ref } from 'react'

type Props = InputHTMLAttributes<HTMLInputElement> & {
  label: string
  /** What is the case while it is on. */
  detail: string
  ref?: Ref<HTMLInputElement> | undefined
}

/** A switch of a form with its meaning. The form holds its state. */
export function SwitchField({ label, detail, ...input }: Props) {
  return (
    <label className="catalogue-switch">
      <span className="grow">
        <b className="sm">{label}</b>
        <br />
        <span className="xs t2">{detail}</span>
      </span>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox reports its state itself */}
      <input {...input} type="checkbox" role="switch" className="switch" aria-label={label} />
    </label>
  )
}
