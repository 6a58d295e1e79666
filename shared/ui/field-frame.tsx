import { type ReactNode, useId } from 'react'
import { Hint, type HintTone } from './hint.tsx'

export type FieldFrameProps = {
  label: ReactNode
  /** A sentence under the control; replaced by `error`. */
  hint?: ReactNode | undefined
  hintTone?: HintTone | undefined
  error?: ReactNode | undefined
  /** At the right end of the label's line, as "Forgot password?". */
  aside?: ReactNode | undefined
  className?: string | undefined
  id?: string | undefined
  children: (control: ControlProps) => ReactNode
}

/** Attributes of the control that connect it with label, hint and error. */
export type ControlProps = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

/** Label, control, hint or error, connected by ids. For inputs use `Field`; for other controls this. */
export function FieldFrame(props: FieldFrameProps) {
  const { label, hint, hintTone, error, aside, className = '', children } = props
  const madeId = useId()
  const id = props.id ?? madeId
  const hintId = `${id}-hint`
  const text = error ?? hint
  const control: ControlProps = {
    id,
    ...(text ? { 'aria-describedby': hintId } : {}),
    ...(error ? { 'aria-invalid': true } : {}),
  }
  return (
    <div className={`field ${className}`.trim()}>
      <div className="row between">
        <label className="label" htmlFor={id}>
          {label}
        </label>
        {aside}
      </div>
      {children(control)}
      <div role={error ? 'alert' : 'status'}>
        {text && (
          <Hint id={hintId} tone={error ? 'bad' : (hintTone ?? 'plain')}>
            {text}
          </Hint>
        )}
      </div>
    </div>
  )
}
