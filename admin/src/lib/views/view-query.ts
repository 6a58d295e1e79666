/** Where one is in a table is no part of a view of it. */
const places = ['page', 'after', 'before']

/** What of an address a view keeps: the same however it was put together. */
export function viewQuery(search: string | URLSearchParams): string {
  const params = new URLSearchParams(search)
  for (const place of places) params.delete(place)
  params.sort()
  return params.toString()
}
