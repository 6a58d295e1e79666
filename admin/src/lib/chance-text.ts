/** In how many explanations of the balance a purchase arrived, as a sentence; null: nothing can be concluded. */
export function chanceText(chance: { in: number; of: number } | null): string {
  if (chance === null) return 'The balance does not tell whether it arrived.'
  if (chance.of === 0) return 'No set of its batch’s purchases explains what the balance fell by.'
  if (chance.of === 1)
    return `In the only explanation of the balance it ${chance.in === 1 ? 'arrived' : 'did not arrive'}.`
  return `In ${chance.in} of ${chance.of} explanations of the balance it arrived.`
}
