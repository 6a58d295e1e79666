import { randomUUID } from 'node:crypto'
import type { ClientSession } from 'mongoose'
import { requestNow } from '../../platform/request-context.ts'
import { AuditModel, type IAuditRow } from './audit-model.ts'
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
    ...{ _id, by, from: from ?? request.from, requestId: request.requestId },
    ...row,
  }))
  await AuditModel.insertMany(written, { session: tx })
  await UnsealedRowModel.insertMany(
    written.map(({ _id, at }) => ({ _id, at })),
    { session: tx },
  )
}
