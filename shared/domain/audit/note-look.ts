import type { AuditRow } from '../../contracts/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import { inTransaction, ignoreDuplicate } from '../../platform/mongo.ts'
import { AuditModel, type IAuditRow } from './audit-model.ts'
import { listAudit } from './list-audit.ts'
import { type Actor, writeAudit } from './write-audit.ts'

/** A page that stays open, or is loaded again, is one look for so long. */
const oneLookMs = 10 * 60_000

export type RecordedView = {
  /** What was looked at: `auditTarget.order(…)`, `auditTarget.user(…)`. */
  target: string
  action: Extract<IAuditRow['action'], 'order.view' | 'customer.view' | 'secret.reveal'>
}

/** Writes down that somebody looks at all that is known of something: once in ten minutes, however often they ask. */
export async function recordView(clock: Clock, by: Actor, { target, action }: RecordedView): Promise<void> {
  const at = clock.now()
  const since = new Date(at.getTime() - oneLookMs)
  const isNoted = await AuditModel.exists({ target, action, 'by.userId': by.userId, at: { $gt: since } })
  if (isNoted) return
  // Of two pages that open at once one writes: the second finds the name of its row taken.
  const _id = `${action}:${target}:${by.userId}:${Math.floor(at.getTime() / oneLookMs)}`
  await ignoreDuplicate(() =>
    inTransaction((tx) =>
      writeAudit(tx, by, { _id, at, action, target, before: {}, after: {}, reason: '' }),
    ),
  )
}

/** Who looked at it, the latest look first: at most fifty. */
export const viewsOf = ({ target, action }: RecordedView): Promise<AuditRow[]> => listAudit(target, { action, most: 50 })
