import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { letOutParked } from '@jhatpat/shared/domain/orders/index.ts'
import { type Repeating, repeat } from '@jhatpat/shared/platform/repeat.ts'

/** While orders are let out, oftener than the fastest pace: what may go is not kept waiting by this. */
const lookMs = { draining: 200, else: 1_000 }

/** Lets parked orders out, at the pace of their incident, until stopped. One runs in every worker process. */
export function startLettingOut(deps: Deps): Repeating {
  let isDraining = false
  const look = async () => {
    try {
      isDraining = await letOutParked(deps)
    } catch (error) {
      deps.log.error({ err: String(error) }, 'parked orders were not let out')
    }
  }
  return repeat(look, () => (isDraining ? lookMs.draining : lookMs.else))
}
