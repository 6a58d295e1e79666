import { toPaise } from '@jhatpat/shared/contracts/money.ts'
import type { PriceChange } from '@jhatpat/shared/contracts/price-changes.ts'
import { marginRatio } from './margin.ts'

/** Before and after: what prices leave on average, in per cent, and what one of each leaves together, in paise. */
export type SetMargin = Record<'before' | 'after', { percent: number; paise: number }>

/**
 * What a set was worth: of the prices that it wrote, or would write, by what their items cost then. Undefined where
 * nobody knew that of any.
 */
export function setMargin({ state, prices }: Pick<PriceChange, 'state' | 'prices'>): SetMargin | undefined {
  const isOver = state !== 'planned' && state !== 'cancelled'
  const known = prices.flatMap(({ from, to, cost, result }) =>
    cost === undefined || (isOver && result !== 'applied')
      ? []
      : [{ before: toPaise(from), after: toPaise(to), cost: toPaise(cost) }],
  )
  if (known.length === 0) return undefined
  const of = (side: 'before' | 'after') => ({
    percent: known.reduce((sum, one) => sum + marginRatio(one[side], one.cost), 0) / known.length,
    paise: known.reduce((sum, one) => sum + one[side] - one.cost, 0),
  })
  return { before: of('before'), after: of('after') }
}
