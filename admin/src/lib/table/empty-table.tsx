import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import type { TableAddress, TableGoTo, TableSpec } from './table-address.ts'
import type { TableTexts } from './table-parts.ts'

type Props<Filter extends string> = {
  texts: TableTexts
  spec: TableSpec<Filter>
  table: TableGoTo<Filter> & { address: TableAddress<Filter> }
}

/** An empty table: no match, a page beyond the end, or no data yet. */
export function EmptyTable<Filter extends string>({ texts, spec, table }: Props<Filter>) {
  const { address, setQuery } = table
  const { q, page, filters } = address
  if (q) {
    return (
      <Empty
        spot="nomatch"
        title={`No results for “${q}”`}
        action={
          <Button onClick={() => setQuery({ q: '', ...(spec.searchKeeps && { filters: {} }) })}>
            Show all
          </Button>
        }
      >
        {texts.searched ?? 'Enter the full ID, email, mobile number or reference.'}
      </Empty>
    )
  }
  if (Object.keys(filters).length > 0) {
    return (
      <Empty
        spot="nomatch"
        title={`No ${texts.rows} match these filters`}
        action={<Button onClick={() => setQuery({ filters: {} })}>Clear filters</Button>}
      >
        Clear the filters to see all {texts.rows}.
      </Empty>
    )
  }
  if (page > 1) {
    return (
      <Empty
        spot="nomatch"
        title="This page is empty"
        action={<Button onClick={() => setQuery({})}>Go to first page</Button>}
      />
    )
  }
  return (
    <Empty spot="chai" title={texts.nothingYet}>
      {texts.nothingYetWhy}
    </Empty>
  )
}
