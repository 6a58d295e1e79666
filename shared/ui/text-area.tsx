import type { TextareaHTMLAttributes } from 'react'
import { inputClass } from './field.tsx'
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx'

export type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> &
  Omit<FieldFrameProps, 'children' | 'id'>

/** Several lines of text with label, hint and error. */
export function TextArea({ label, hint, hintTone, error, aside, className, ...area }: TextAreaProps) {
  return (
    <FieldFrame {...{ label, hint, hintTone, error, aside, className }} id={area.id}>
      {(control) => <textarea {...area} {...control} className={inputClass({ isInvalid: !!error })} />}
    </FieldFrame>
  )
}
