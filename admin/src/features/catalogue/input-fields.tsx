import { Field } from '@jhatpat/shared/ui/field.tsx'
import { Select } from '@jhatpat/shared/ui/select.tsx'
import { useFormContext, useWatch } from 'react-hook-form'
import type { ProductValues } from './product-values.ts'

const kinds = [
  { value: '', label: 'Any text' },
  { value: 'digits', label: 'Digits' },
  { value: 'text', label: 'Text of a length' },
  { value: 'email', label: 'Email' },
  { value: 'pattern', label: 'Pattern' },
]

/** One of the two inputs of a product: its label, and the rule for what customers enter. */
export function InputFields({ at }: { at: 0 | 1 }) {
  const { register, formState, control } = useFormContext<ProductValues>()
  const [kind, type] = useWatch({ control, name: [`inputs.${at}.rule.kind`, 'type'] })
  const errors = formState.errors.inputs?.[at]
  const isServer = at === 1 && type.replaceAll(/\s/g, '').toUpperCase() === 'GENSHIN'
  return (
    <fieldset className="bare stack">
      <legend className="visually-hidden">{`Input ${at + 1}`}</legend>
      <div className="form-g">
        <Field
          label={`Input ${at + 1}, label`}
          maxLength={60}
          autoComplete="off"
          placeholder={at === 0 ? 'User ID' : 'Zone ID'}
          error={errors?.label?.message}
          {...register(`inputs.${at}.label`)}
        />
        <Select
          label={`Input ${at + 1}, rule`}
          options={kinds}
          hint={isServer ? 'Customers choose the server from a list.' : undefined}
          error={errors?.rule?.message}
          {...register(`inputs.${at}.rule.kind`)}
        />
      </div>
      {(kind === 'digits' || kind === 'text') && (
        <div className="form-g">
          {(['min', 'max'] as const).map((limit) => (
            <Field
              key={limit}
              label={limit === 'min' ? 'Minimum length (optional)' : 'Maximum length (optional)'}
              inputMode="numeric"
              maxLength={3}
              autoComplete="off"
              error={errors?.rule?.[limit]?.message}
              {...register(`inputs.${at}.rule.${limit}`)}
            />
          ))}
        </div>
      )}
      {kind === 'pattern' && (
        <div className="form-g">
          <Field
            label="Pattern"
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            placeholder="#[0-9A-Z]{3,9}"
            error={errors?.rule?.pattern?.message}
            {...register(`inputs.${at}.rule.pattern`)}
          />
          <Field
            label="Example, shown to customers"
            maxLength={100}
            autoComplete="off"
            placeholder="#2PP0LRJ"
            error={errors?.rule?.example?.message}
            {...register(`inputs.${at}.rule.example`)}
          />
        </div>
      )}
    </fieldset>
  )
}
