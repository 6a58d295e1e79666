import { useSearchParams } from 'react-router-dom'

/** The state of a list in the address, so that a link, a reload and Back show the same rows. */
type UrlFilters<Filters> = {
  filters: Filters
  /** From 1. */
  page: number
  change: (part: Partial<Filters>) => void
  clear: () => void
  goTo: (page: number) => void
}

/**
 * Filters and the page of a list. Other filters begin at the first page and replace the address; a page adds
 * a history entry.
 */
export function useUrlFilters<Filters extends Record<string, string>>(
  read: (params: URLSearchParams) => Filters,
): UrlFilters<Filters> {
  const [params, setParams] = useSearchParams()
  const change = (part: Partial<Filters>) => {
    setParams((before) => withValues(before, { ...part, page: '' }), { replace: true })
  }
  const goTo = (page: number) => {
    setParams((before) => withValues(before, { page: page > 1 ? String(page) : '' }))
    scrollTo(0, 0)
  }
  const clear = () => setParams({}, { replace: true })
  return { filters: read(params), page: pageOf(params), change, clear, goTo }
}

function withValues(before: URLSearchParams, values: Record<string, string | undefined>): URLSearchParams {
  const after = new URLSearchParams(before)
  for (const [name, value] of Object.entries(values)) {
    if (value && value !== 'All') after.set(name, value)
    else after.delete(name)
  }
  return after
}

const pageOf = (params: URLSearchParams): number =>
  /^[1-9]\d{0,3}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1
