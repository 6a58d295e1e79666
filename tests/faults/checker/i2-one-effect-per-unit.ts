import { effectsByPlayer } from './effects.ts'
import type { Rule } from './evidence.ts'

/**
 * No unit was bought twice: a supplier's journal has no more of a product for a player than the order had
 * units.
 */
export const oneEffectPerUnit: Rule = (evidence) => {
  const orders = new Map(evidence.orders.map((order) => [order.input1, order]))
  return [...effectsByPlayer(evidence)].flatMap(([player, effects]) => {
    const order = orders.get(player)
    const about = order?._id ?? `player ${player}`
    const bought = Map.groupBy(effects, (effect) => effect.pack)
    return [...bought].flatMap(([pack, of]) => {
      const units = order?.units.filter((unit) => unit.supplierItemId === pack).length ?? 0
      if (of.length <= units) return []
      const what = `${of.length} × pack ${pack} delivered for ${units} units (${of.map((one) => one.reference).join(', ')})`
      return [{ rule: 'I2', about, what }]
    })
  })
}
