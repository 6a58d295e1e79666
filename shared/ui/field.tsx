import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { convertDigits } from './convert-digits.ts'
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx'

export type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'prefix'> &
  Omit<FieldFrameProps, 'children' | 'id'> & {
    /** Fixed text before the input: +91, ₹. */
    prefix?: ReactNode | undefined
    /** A green edge, for a verified value. */
    ok?: boolean | undefined
    small?: boolean | undefined
    inputClassName?: string | undefined
    ref?: Ref<HTMLInputElement> | undefined
  }

const numericModes: ReadonlySet<string | undefined> = new Set(['numeric', 'decimal', 'tel'])

/** A text input with its label, hint and error. All other props go to the input. */
export function Field(props: FieldProps) {
  const { label, hint, hintTone, error, aside, className, prefix, ok, small, inputClassName, ...input } =
    props
  return (
    <FieldFrame {...{ label, hint, hintTone, error, aside, className }} id={input.id}>
      {(control) => {
        const box = (
          <input
            {...input}
            {...control}
            onChange={(event) => {
              if (numericModes.has(input.inputMode)) convertDigits(event.target)
              input.onChange?.(event)
            }}
            className={inputClass({ ok, small, isInvalid: !!error, extra: inputClassName })}
          />
        )
        if (prefix === undefined) return box
        return (
          <div className="pre">
            <span>{prefix}</span>
            {box}
          </div>
        )
      }}
    </FieldFrame>
  )
}

type InputState = {
  ok?: boolean | undefined
  isInvalid?: boolean | undefined
  small?: boolean | undefined
  extra?: string | undefined
}

/** The class of an input in a given state. */
export function inputClass({ ok = false, isInvalid = false, small = false, extra = '' }: InputState): string {
  return `input${small ? ' in-sm' : ''}${isInvalid ? ' bad' : ok ? ' ok' : ''} ${extra}`.trim()
}
