import type { IUnit } from '../../fulfilment/index.ts'
import type { Contradiction } from './contradiction-schema.ts'

export const minuteMs = 60_000

/** When a closed order's packs are asked about for the first time. */
export const watchAt = (closedAt: Date): Date => new Date(closedAt.getTime() + minuteMs)

/** The supplier has yet to say what became of it. */
export const isAtSupplier = ({ state }: IUnit): boolean => state === 'sending' || state === 'unknown'

/** Whether its end at the supplier is still to be heard of after the order's own. */
export const isUnended = (unit: IUnit): boolean => unit.isWatched || isAtSupplier(unit)

/** A call has gone out, and nothing is known of it yet. */
export const isAnswerAwaited = ({ state, supplierOrderId }: IUnit) =>
  state === 'sending' && supplierOrderId === ''

/** An older attempt that the supplier has accepted, and whose end it has yet to say. */
export const isFollowed = ({ kind, supplierOrderId, endedAt = null, closedAt }: Contradiction): boolean =>
  kind === 'older_attempt_accepted' && supplierOrderId !== '' && endedAt === null && closedAt === null
