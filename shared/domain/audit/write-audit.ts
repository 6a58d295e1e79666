import { randomUUID } from 'node:crypto'
import type { ClientSession } from 'mongoose'
import type { AuditRow } from '../../contracts/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import { ignoreDuplicate, inTransaction } from '../../platform/mongo.ts'
import { requestNow } from '../../platform/request-context.ts'
import { AuditModel, type IAuditRow } from './audit-model.ts'
import { listAudit } from './list-audit.ts'
import { UnsealedRowModel } from './seal-model.ts'

/** Who does something. `from`: the address; left out, that of the request which is being answered. */
export type Actor = { userId: string; name: string; from?: string }

/** @property _id where there may be one such row alone; else it is random */
type NewRow = Omit<IAuditRow, '_id' | 'by' | 'from' | 'requestId'> & { _id?: string }

/**
 * Writes down what an admin does, in the transaction that does it: neither is there without the other. It is sealed
 * shortly after, so that those who write at the same time do not wait for each other.
 */
export function writeAudit(tx: ClientSession, actor: Actor, row: NewRow): Promise<void> {
  return writeAuditRows(tx, actor, [row])
}

/** Several at once, likewise. */
export async function writeAuditRows(
  tx: ClientSession,
  { userId, name, from }: Actor,
  rows: readonly NewRow[],
): Promise<void> {
  const request = requestNow()
  const by = { userId, name }
  const written = rows.map(({ _id = randomUUID(), ...row }) => ({
    _id,
    by,
    from: from ?? request.from,
    requestId: request.requestId,
    ...row,
  }))
  await AuditModel.insertMany(written, { session: tx })
  await UnsealedRowModel.insertMany(
    written.map(({ _id, at }) => ({ _id, at })),
    { session: tx },
  )
}

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
    inTransaction((tx) => writeAudit(tx, by, { _id, at, action, target, before: {}, after: {}, reason: '' })),
  )
}

/** Who looked at it, the latest look first: at most fifty. */
export const viewsOf = ({ target, action }: RecordedView): Promise<AuditRow[]> =>
  listAudit(target, { action, most: 50 })
