/** A journal's or request's value as text: lists with commas, null and undefined as the empty text. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  return Array.isArray(value) ? value.map(textOf).join(', ') : JSON.stringify(value)
}
