import { Field, type FieldProps } from '@jhatpat/shared/ui/field.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { mobileDigits } from './mobile-digits.ts'

type MobileFieldProps = Omit<FieldProps, 'label' | 'value' | 'onChange'> & {
  value: string
  onChange: (digits: string) => void
}

/** Ten digits behind +91; a pasted or autofilled number loses its country code. */
export function MobileField({ value, onChange, ...rest }: MobileFieldProps) {
  return (
    <Field
      {...rest}
      label={t('Mobile number')}
      prefix="+91"
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      pattern="[0-9]{10}"
      value={value}
      onChange={(event) => onChange(mobileDigits(event.target.value))}
    />
  )
}
