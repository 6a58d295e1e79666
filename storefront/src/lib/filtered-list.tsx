import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import type { ReactNode } from 'react'
import { ListToCome } from './list-to-come.tsx'

type FilteredListProps<Row> = {
  list: { data: readonly Row[] | undefined; error: Error | null; refetch: () => unknown }
  filter: (all: readonly Row[]) => Row[]
  isFiltered: boolean
  onClear: () => void
  /** What the rows are, many of them: `orders`. */
  rowsName: string
  /** The heading where the filters let nothing through. */
  noneFound: string
  /** Said under the error when the list could not be fetched. */
  whenFailed: string
  /** Shown while there is nothing to filter yet. */
  whenEmpty: ReactNode
  children: (rows: Row[]) => ReactNode
}

/** The rows that filters let through, or why there are none: not here yet, not fetched, no match, nothing at all. */
export function FilteredList<Row>(props: FilteredListProps<Row>) {
  const { data, error, refetch } = props.list
  if (!data) {
    return error ? <Failed error={error} refetch={refetch} text={props.whenFailed} /> : <ListToCome />
  }
  const rows = props.filter(data)
  if (rows.length > 0) return props.children(rows)
  if (data.length === 0 || !props.isFiltered) return props.whenEmpty
  return (
    <Empty
      spot="nomatch"
      title={props.noneFound}
      action={<Button onClick={props.onClear}>Clear filters</Button>}
    >
      {`None of your ${data.length} ${props.rowsName} matches these filters.`}
    </Empty>
  )
}

type FailedProps = { error: Error; refetch: () => unknown; text: string }

function Failed({ error, refetch, text }: FailedProps) {
  const again = (
    <Button icon="refresh-cw" onClick={() => refetch()}>
      Try again
    </Button>
  )
  return (
    <Empty spot="offline" role="alert" title={error.message} action={again}>
      {text}
    </Empty>
  )
}
