import { randomUUID } from 'node:crypto'
import type { ClientSession } from 'mongoose'
import { AuditModel, type IAuditRow } from './audit-model.ts'

/** Who does something, and from which address. */
export type Author = { userId: string; name: string; from: string }

/** Writes down what an admin does, in the transaction that does it: neither is there without the other. */
export async function writeAudit(
  session: ClientSession,
  author: Author,
  row: Omit<IAuditRow, '_id' | 'by' | 'from'>,
): Promise<void> {
  const { userId, name, from } = author
  await AuditModel.insertMany([{ _id: randomUUID(), by: { userId, name }, from, ...row }], { session })
}
