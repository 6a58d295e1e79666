import type { SalesSummary } from '@jhatpat/shared/contracts/sales.ts'
import { dayOf, wholeDay } from './money-format.ts'

export type DaySummary = SalesSummary & { day: string }

/** A bar: one day, or seven. */
export type Bar = Pick<
  SalesSummary,
  'orders' | 'sales' | 'cost' | 'priced' | 'margin' | 'refunded' | 'ended' | 'onTime'
> & { label: string; name: string }

const maxDays = 31

/**
 * Up to a month is charted by day, more by week, so that a bar can be seen and hit; the last week
 * may be shorter.
 */
export function weekly(days: readonly DaySummary[]): Bar[] {
  if (days.length <= maxDays)
    return days.map((totals) => ({ ...totals, label: dayOf(totals.day), name: wholeDay(totals.day) }))
  return Array.from({ length: Math.ceil(days.length / 7) }, (_, week) => {
    const own = days.slice(week * 7, week * 7 + 7)
    const [first, last] = [own[0]?.day ?? '', own.at(-1)?.day ?? '']
    return {
      ...addUp(own),
      label: dayOf(first),
      name: `${dayOf(first)} – ${dayOf(last)} ${last.slice(0, 4)}`,
    }
  })
}

function addUp(days: readonly DaySummary[]) {
  const sum = (name: 'orders' | 'sales' | 'cost' | 'priced' | 'margin' | 'refunded' | 'ended' | 'onTime') =>
    // Rupees rounded to two decimals: floating-point sums leave a remainder.
    Math.round(days.reduce((sum, day) => sum + day[name], 0) * 100) / 100
  return {
    orders: sum('orders'),
    sales: sum('sales'),
    cost: sum('cost'),
    priced: sum('priced'),
    margin: sum('margin'),
    refunded: sum('refunded'),
    ended: sum('ended'),
    onTime: sum('onTime'),
  }
}
