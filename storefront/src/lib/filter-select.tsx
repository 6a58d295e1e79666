import { Select } from '@jhatpat/shared/ui/select.tsx'
import { usePageLanguage } from '@jhatpat/shared/ui/texts/page-language.tsx'
import { plainText } from '@jhatpat/shared/ui/texts/translate.ts'

type FilterSelectProps = {
  label: string
  options: readonly string[]
  value: string
  onChange: (value: string) => void
}

/** A filter above a list, with its label in the same line. */
export function FilterSelect({ label, options, value, onChange }: FilterSelectProps) {
  const speak = usePageLanguage()
  return (
    <div className="pick-one">
      <span className="t3 sm" aria-hidden="true">
        {label}
      </span>
      <Select
        bare
        label={label}
        options={options.map((value) => ({ value, label: speak(() => plainText(value)) }))}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
