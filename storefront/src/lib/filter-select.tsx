import { Select } from '@jhatpat/shared/ui/select.tsx'

type FilterSelectProps = {
  label: string
  options: readonly string[]
  value: string
  onChange: (value: string) => void
}

/** A filter above a list, with its label in the same line. */
export function FilterSelect({ label, options, value, onChange }: FilterSelectProps) {
  return (
    <div className="pick-one">
      <span className="t3 sm" aria-hidden="true">
        {label}
      </span>
      <Select
        bare
        label={label}
        options={options}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
