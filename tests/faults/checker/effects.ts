import { textOf } from '../../simulators/wire/text-of.ts'
import type { Evidence } from './evidence.ts'

/** A thing a supplier really delivered or is bound to deliver, by its own journal. */
export type Effect = { vendor: 'smileone' | 'moogold'; player: string; pack: string; reference: string }

/** MooGold's orders that it gave back count as never bought. */
export function effectsOf({ journals }: Pick<Evidence, 'journals'>): Effect[] {
  const givenBack = new Set(
    journals.moogold.filter((entry) => entry.kind === 'refund').map((entry) => textOf(entry.order_id)),
  )
  const smile = journals.smileone
    .filter((entry) => entry.kind === 'delivery')
    .map((entry) => ({
      vendor: 'smileone' as const,
      player: textOf(entry.userid),
      pack: textOf(entry.productid),
      reference: textOf(entry.order_id),
    }))
  const moogold = journals.moogold
    .filter((entry) => entry.kind === 'order' && !givenBack.has(textOf(entry.order_id)))
    .map((entry) => ({
      vendor: 'moogold' as const,
      player: textOf(Object.values(entry.account as Record<string, string>)[0]),
      pack: textOf(entry.variation_id),
      reference: textOf(entry.partnerOrderId),
    }))
  return [...smile, ...moogold]
}

/** Each order has a player of its own, so a player's effects are the order's. */
export function effectsByPlayer(evidence: Pick<Evidence, 'journals'>): Map<string, Effect[]> {
  return Map.groupBy(effectsOf(evidence), (effect) => effect.player)
}
