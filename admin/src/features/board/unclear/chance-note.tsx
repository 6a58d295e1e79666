import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { chanceText } from '../../../lib/risk-texts.ts'
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
