import type { Column } from '@jhatpat/shared/ui/data-table.tsx'
import { Select, type SelectOption } from '@jhatpat/shared/ui/select.tsx'

type PhoneSortProps<Row> = {
  /** The shown columns; those that are sortable are offered in both directions. */
  columns: readonly Column<Row>[]
  /** The sorts that the list supports. */
  sorts: readonly string[]
  sort: string
  onSort: (sort: string) => void
}

/** The order of a table whose rows are cards, which have no heads to press. */
export function PhoneSort<Row>({ columns, sorts, sort, onSort }: PhoneSortProps<Row>) {
  const options = columns
    .filter(({ sortable }) => sortable)
    .flatMap(optionsOf)
    .filter(({ value }) => sorts.includes(value))
  if (options.length < 2) return null
  const isListed = options.some(({ value }) => value === sort)
  return (
    <Select
      small
      label="Sort by"
      value={sort}
      options={isListed ? options : [{ value: sort, label: 'Default' }, ...options]}
      onChange={({ target }) => onSort(target.value)}
    />
  )
}

function optionsOf<Row>({ key, head, right }: Column<Row>): SelectOption[] {
  const [down, up] = key.endsWith('At')
    ? ['newest first', 'oldest first']
    : right
      ? ['highest first', 'lowest first']
      : ['Z to A', 'A to Z']
  const name = typeof head === 'string' ? head : key
  return [
    { value: `-${key}`, label: `${name}, ${down}` },
    { value: key, label: `${name}, ${up}` },
  ]
}
