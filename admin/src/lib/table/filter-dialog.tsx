import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { Select } from '@jhatpat/shared/ui/select.tsx'
import { type FormEvent, useState } from 'react'
import { DateField } from '../date-field.tsx'
import { type FilterField, optionText } from './filter-fields.ts'
import type { TableAddress } from './table-address.ts'

export type FilterDialogProps<Filter extends string> = {
  fields: readonly FilterField<Filter>[]
  filters: TableAddress<Filter>['filters']
  onClose: () => void
  onApply: (filters: TableAddress<Filter>['filters']) => void
}

/** All filters of a table. */
export default function FilterDialog<Filter extends string>(props: FilterDialogProps<Filter>) {
  const { fields, filters, onClose, onApply } = props
  const [chosen, setChosen] = useState(filters)
  const set = (name: Filter) => (event: { target: { value: string } }) =>
    setChosen((before) => ({ ...before, [name]: event.target.value || undefined }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onApply(Object.fromEntries(Object.entries(chosen).filter(([, value]) => value)) as typeof filters)
  }
  return (
    <Dialog open onClose={onClose} title="Filter" kind="drawer">
      <form className="stack" onSubmit={submit}>
        {fields.map((field) => (
          <OneField key={field.label} field={field} chosen={chosen} set={set} />
        ))}
        <div className="row between">
          <Button variant="quiet" onClick={() => onApply({})}>
            Clear all
          </Button>
          <Button variant="accent" type="submit">
            Apply
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type OneProps<Filter extends string> = {
  field: FilterField<Filter>
  chosen: TableAddress<Filter>['filters']
  set: (name: Filter) => (event: { target: { value: string } }) => void
}

function OneField<Filter extends string>({ field, chosen, set }: OneProps<Filter>) {
  if (field.kind === 'choice') {
    return (
      <Select
        label={field.label}
        value={chosen[field.name] ?? ''}
        options={[
          { value: '', label: 'All' },
          ...field.options.map((value) => ({ value, label: optionText(field, value) })),
        ]}
        onChange={set(field.name)}
      />
    )
  }
  if (field.kind === 'text') {
    return (
      <Field
        label={field.label}
        maxLength={100}
        value={chosen[field.name] ?? ''}
        onChange={set(field.name)}
      />
    )
  }
  if (field.kind === 'days') {
    const { label, from, to } = field
    const day = (name: Filter) => ({
      value: chosen[name] ?? '',
      onChange: (value: string) => set(name)({ target: { value } }),
    })
    return (
      <div className="form-g">
        <DateField label={`${label} from`} {...day(from)} />
        <DateField label={`${label} to`} {...day(to)} />
      </div>
    )
  }
  const { min: from, max: to } = field
  const input = { type: 'number', step: '0.01', inputMode: 'decimal', prefix: '₹' } as const
  return (
    <div className="form-g">
      <Field {...input} label={`${field.label} from`} value={chosen[from] ?? ''} onChange={set(from)} />
      <Field {...input} label={`${field.label} to`} value={chosen[to] ?? ''} onChange={set(to)} />
    </div>
  )
}
