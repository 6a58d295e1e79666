/**
 * The supplier's names for our inputs, in the inputs' order. Names change ("Server ID" to "Server"), and an order with
 * the old name is taken and refunded later; so names are read anew, by what they mean.
 * @param current the fields our inputs fill, in their order; none: the supplier's fields are fixed
 * @param listed the fields as the supplier lists them; none: it was never asked, and the current ones are used
 * @returns undefined when the inputs can't fill what is listed
 */
export function mapInputFields(current: readonly string[], listed: readonly string[]): string[] | undefined {
  if (current.length === 0 || listed.length === 0) return []
  const matched = current.map((name) => listed.filter((one) => meaningOf(one) === meaningOf(name)))
  const names = matched.flat()
  return names.length === listed.length && matched.every((same) => same.length === 1) ? names : undefined
}

function meaningOf(name: string): string {
  if (/\b(server|zone|region)\b/i.test(name)) return 'server'
  if (/^((user|player|character|game|role)\s*)?(id|uid|tag)$/i.test(name.trim())) return 'player'
  return name.trim().toLowerCase()
}
