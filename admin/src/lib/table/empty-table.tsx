import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
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
        title={`Nothing found for “${q}”`}
        action={
          <Button onClick={() => setQuery({ q: '', ...(spec.searchKeeps && { filters: {} }) })}>
            Show everything
          </Button>
        }
      >
        {texts.searched ?? 'What is searched for is a whole id, e-mail address, mobile number or reference.'}
      </Empty>
    )
  }
  if (Object.keys(filters).length > 0) {
    return (
      <Empty
        spot="nomatch"
        title={`No ${texts.rows} like that`}
        action={<Button onClick={() => setQuery({ filters: {} })}>Take the filters away</Button>}
      >
        There are {texts.rows}, but none that the filters let through.
      </Empty>
    )
  }
  if (page > 1) {
    return (
      <Empty
        spot="nomatch"
        title={`There is no page ${formatCount(page)}`}
        action={<Button onClick={() => setQuery({})}>First page</Button>}
      />
    )
  }
  return (
    <Empty spot="chai" title={texts.nothingYet}>
      {texts.nothingYetWhy}
    </Empty>
  )
}
