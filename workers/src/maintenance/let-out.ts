import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { letOutParked } from '@jhatpat/shared/domain/orders/index.ts'
import { type Repeating, repeat } from '@jhatpat/shared/platform/repeat.ts'

/** Oftener than the fastest pace: what may go out is not kept waiting by this. */
const lookMs = 200

/** Lets parked orders out, at the pace of their incident, until stopped. One runs in every worker process. */
export const startLettingOut = (deps: Deps): Repeating =>
  repeat(
    () =>
      letOutParked(deps).catch((error: unknown) =>
        deps.log.error({ err: String(error) }, 'parked orders were not let out'),
      ),
    () => lookMs,
  )
