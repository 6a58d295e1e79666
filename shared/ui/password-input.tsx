import { useState } from 'react'
import { type FieldProps, inputClass } from './field.tsx'
import { FieldFrame } from './field-frame.tsx'
import { Icon } from './icons/icon.tsx'
import { usePageLanguage } from './texts/page-language.tsx'
import { t } from './texts/translate.ts'

export type PasswordInputProps = Omit<FieldProps, 'type' | 'prefix' | 'small'>

/** A password with a button that shows it. Set `autoComplete` to current-password or new-password. */
export function PasswordInput(props: PasswordInputProps) {
  const { label, hint, hintTone, error, aside, className, ok, inputClassName, ...input } = props
  const [shown, setShown] = useState(false)
  const speak = usePageLanguage()
  return (
    <FieldFrame {...{ label, hint, hintTone, error, aside, className }} id={input.id}>
      {(control) => (
        <div className="inwrap">
          <input
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            className={inputClass({ ok, isInvalid: !!error, extra: inputClassName })}
          />
          <button
            type="button"
            aria-label={speak(() => t('Show password'))}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eye-off' : 'eye'} />
          </button>
        </div>
      )}
    </FieldFrame>
  )
}
