import { randomUUID } from 'node:crypto'
import type { ClientSession } from 'mongoose'
import type { AuditRow } from '../../contracts/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import { ignoreDuplicate, inTransaction } from '../../platform/mongo.ts'
import { contextNow } from '../../platform/request-context.ts'
import { AuditModel, type IAuditRow } from './audit-model.ts'
import { listAudit } from './list-audit.ts'
import { makePersonKeys } from './person-keys.ts'
import { UnsealedRowModel } from './seal-model.ts'
import { personsIn, sealRow } from './sealed-texts.ts'

/** The user of an action. `from`: the address; by default that of the current request. */
export type Actor = { userId: string; name: string; from?: string }

/**
 * @property _id for a row that must exist only once; random by default
 * @property about the account that its reason and texts describe; by default that of a `user:` target
 */
type NewRow = Omit<IAuditRow, '_id' | 'by' | 'from' | 'requestId' | 'sealed'> & {
  _id?: string
  about?: string
}

/**
 * Records a staff action in the transaction that performs it. It is sealed shortly after, so that concurrent writers do
 * not wait for each other. What describes a person is stored under that person's key, which an erasure destroys.
 */
export function writeAudit(tx: ClientSession, actor: Actor, row: NewRow): Promise<void> {
  return writeAuditRows(tx, actor, [row])
}

/** Like `writeAudit`, for several rows. */
export async function writeAuditRows(
  tx: ClientSession,
  { userId, name, from }: Actor,
  rows: readonly NewRow[],
): Promise<void> {
  const request = contextNow()
  const by = { userId, name }
  const open = rows.map(({ _id = randomUUID(), about, ...row }) => ({
    row: { _id, by, from: from ?? request.from, requestId: request.requestId, ...row },
    about: about ?? userOfTarget(row.target),
  }))
  const keys = await makePersonKeys(
    tx,
    open.flatMap(({ row, about }) => personsIn(row, about)),
  )
  const written = open.map(({ row, about }) => sealRow(row, about, keys))
  await AuditModel.insertMany(written, { session: tx })
  await UnsealedRowModel.insertMany(
    written.map(({ _id, at }) => ({ _id, at })),
    { session: tx },
  )
}

const userOfTarget = (target: string): string | undefined => /^user:(.*)$/.exec(target)?.[1]

/** Views of a target by one admin within this time count as one: a page that stays open, or is reloaded. */
const viewIntervalMs = 10 * 60_000

export type RecordedView = {
  /** What was viewed: `auditTarget.order(…)`, `auditTarget.user(…)`. */
  target: string
  action: Extract<IAuditRow['action'], 'order.view' | 'customer.view' | 'secret.reveal'>
}

/** Records that an admin viewed the details of a target, once within ten minutes. */
export async function recordView(clock: Clock, by: Actor, { target, action }: RecordedView): Promise<void> {
  const at = clock.now()
  const since = new Date(at.getTime() - viewIntervalMs)
  const isRecorded = await AuditModel.exists({ target, action, 'by.userId': by.userId, at: { $gt: since } })
  if (isRecorded) return
  // Of two pages that open at once only one writes: the `_id` is the same.
  const _id = `${action}:${target}:${by.userId}:${Math.floor(at.getTime() / viewIntervalMs)}`
  await ignoreDuplicate(() =>
    inTransaction((tx) => writeAudit(tx, by, { _id, at, action, target, before: {}, after: {}, reason: '' })),
  )
}

/** The recorded views, latest first; at most fifty. */
export const viewsOf = ({ target, action }: RecordedView): Promise<AuditRow[]> =>
  listAudit(target, { action, limit: 50 })
