import { useSearchParams } from 'react-router-dom'

/** Filters that live in the address, so that a link or a reload shows the same rows. */
export function useUrlFilters<Filters extends Record<string, string>>(
  read: (params: URLSearchParams) => Filters,
): { filters: Filters; change: (part: Partial<Filters>) => void; clear: () => void } {
  const [params, setParams] = useSearchParams()
  const change = (part: Partial<Filters>) => {
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(part)) {
          if (value && value !== 'All') after.set(name, value)
          else after.delete(name)
        }
        return after
      },
      { replace: true },
    )
  }
  return { filters: read(params), change, clear: () => setParams({}, { replace: true }) }
}
