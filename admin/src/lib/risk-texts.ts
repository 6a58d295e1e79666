import { pointsNumber } from './points.ts'

/** What a refund of a purchase with an unknown outcome may cost. `drop`: by how much the balance fell. */
export function refundRisk(drop: number | undefined): string {
  if (drop === 0) return 'Unlikely delivered: the balance didn’t change'
  const lost = 'a refund of a delivered unit is a loss'
  return drop !== undefined && drop > 0
    ? `Probably delivered: the balance fell by ${pointsNumber(drop)}, and ${lost}`
    : `Possibly delivered, and ${lost}`
}

/** In how many explanations of the balance a purchase arrived, as a sentence; null: nothing can be concluded. */
export function chanceText(chance: { in: number; of: number } | null): string {
  if (chance === null) return 'The balance doesn’t show whether it was delivered.'
  if (chance.of === 0) return 'No set of the batch’s purchases explains the balance drop.'
  if (chance.of === 1)
    return `In the only explanation of the balance it was ${chance.in === 1 ? 'delivered' : 'not delivered'}.`
  return `In ${chance.in} of ${chance.of} explanations of the balance it was delivered.`
}
