import type { AuditRow } from '../../contracts/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import { inTransaction, ignoreDuplicate } from '../../platform/mongo.ts'
import { AuditModel, type IAuditRow } from './audit-model.ts'
import { listAudit } from './list-audit.ts'
import { type Author, writeAudit } from './write-audit.ts'

/** A page that stays open, or is loaded again, is one look for so long. */
const oneLookMs = 10 * 60_000

export type Look = {
  /** What was looked at: `auditTarget.order(…)`, `auditTarget.user(…)`. */
  target: string
  act: Extract<IAuditRow['act'], `${string}.look`>
}

/** Writes down that somebody looks at all that is known of something: once in ten minutes, however often they ask. */
export async function noteLook(clock: Clock, by: Author, { target, act }: Look): Promise<void> {
  const at = clock.now()
  const since = new Date(at.getTime() - oneLookMs)
  const isNoted = await AuditModel.exists({ target, act, 'by.userId': by.userId, at: { $gt: since } })
  if (isNoted) return
  // Of two pages that open at once one writes: the second finds the name of its row taken.
  const _id = `${act}:${target}:${by.userId}:${Math.floor(at.getTime() / oneLookMs)}`
  await ignoreDuplicate(() =>
    inTransaction((session) =>
      writeAudit(session, by, { _id, at, act, target, before: {}, after: {}, reason: '' }),
    ),
  )
}

/** Who looked at it, the latest look first: at most fifty. */
export const looksAt = ({ target, act }: Look): Promise<AuditRow[]> => listAudit(target, { act, most: 50 })
