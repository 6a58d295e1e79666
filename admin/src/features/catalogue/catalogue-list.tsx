import type { AdminProduct } from '@jhatpat/shared/contracts/admin-products.ts'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { SearchBox } from '@jhatpat/shared/ui/search-box.tsx'
import { Select } from '@jhatpat/shared/ui/select.tsx'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { LoadError } from '../../lib/load-error.tsx'
import { WaitRows } from '../../lib/wait-rows.tsx'

/** Search and filters of a catalogue list, stored in the address. */
export function useCatalogueAddress() {
  const [address, setAddress] = useSearchParams()
  /** Sets one filter and clears others. */
  const set = (name: string, value: string, ...others: string[]) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before)
        for (const other of [name, ...others]) next.delete(other)
        if (value) next.set(name, value)
        return next
      },
      { replace: true },
    )
  return { read: (name: string) => address.get(name) ?? '', set }
}

export function CatalogueSearch({
  label,
  q,
  onSearch,
}: {
  label: string
  q: string
  onSearch: (q: string) => void
}) {
  return (
    <SearchBox
      small
      label={label}
      placeholder={label}
      value={q}
      onChange={(event) => onSearch(event.target.value)}
    />
  )
}

type ProductFilterProps = {
  products: readonly Pick<AdminProduct, 'productid' | 'name'>[]
  value: string
  onChange: (productid: string) => void
}

/** Limits a list to the items of one product. */
export function ProductFilter({ products, value, onChange }: ProductFilterProps) {
  return (
    <Select
      bare
      small
      label="Product"
      value={value}
      options={[
        { value: '', label: 'Any product' },
        ...products.map(({ productid, name }) => ({ value: productid, label: name })),
      ]}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** How many rows of a list are shown, below it. */
export function ShownCount({ shown, all, noun }: { shown: number; all: number; noun: string }) {
  return <p className="t2 sm pager">{`${shown} of ${all} ${noun}`}</p>
}

type FrameProps = {
  data: readonly unknown[] | undefined
  error: unknown
  onRetry: () => unknown
  /** The rows that match search and filters. */
  shown: readonly unknown[]
  empty: ReactNode
  action: ReactNode
  children: ReactNode
}

/** The states of a list: loading, failed, empty, no match, rows. */
export function CatalogueList({ data, error, onRetry, shown, empty, action, children }: FrameProps) {
  if (!data) {
    if (error) return <LoadError error={error} onRetry={onRetry} />
    return <WaitRows rows={8} height={44} />
  }
  if (data.length === 0) return empty
  if (shown.length > 0) return children
  return (
    <Empty spot="nomatch" title="No results" action={action}>
      No items match your search.
    </Empty>
  )
}
