import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { useUnclearBatches } from './use-unclear.ts'

/** In how many explanations of its batch a purchase arrived; empty outside of any batch. */
export function ChanceNote({ orderid, unit }: { orderid: string; unit: string }) {
  const batches = useUnclearBatches()
  const purchase = batches
    .flatMap(({ purchases }) => purchases)
    .find((candidate) => candidate.orderid === orderid && candidate.unit === unit)
  if (!purchase) return null
  return <Hint>{chanceText(purchase.chance)}</Hint>
}

export function chanceText(chance: { in: number; of: number } | null): string {
  if (chance === null) return 'The balance does not tell whether it arrived.'
  if (chance.of === 0) return 'No set of its batch’s purchases explains what the balance fell by.'
  if (chance.of === 1)
    return `In the only explanation of the balance it ${chance.in === 1 ? 'arrived' : 'did not arrive'}.`
  return `In ${chance.in} of ${chance.of} explanations of the balance it arrived.`
}
