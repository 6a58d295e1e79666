import { randomUUID } from 'node:crypto'
import type { StaffRole } from '@jhatpat/shared/contracts/permissions.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { AuditModel, type IAuditRow } from '@jhatpat/shared/domain/audit/index.ts'
import mongoose from 'mongoose'
import { expect } from 'vitest'
import { refusalOf } from '../../support/buying.ts'
import type { Person } from '../../support/person.ts'
import type { Service } from '../../support/service-harness.ts'
import { goods, insertProductWithItem } from '../../support/shop.ts'
import { remember } from '../http/fingerprint.ts'

/** Two owners; Meera makes the calls under test. */
export type Office = { service: Service; meera: IUser; imran: IUser; asMeera: Person; asImran: Person }

export type Row = Pick<IAuditRow, 'action' | 'target' | 'before' | 'after' | 'reason'>

/** A call that is ready to be made, and the rows that it must leave. */
export type Attempt<Reply = unknown> = {
  action(who: Person): Promise<Reply>
  rows(reply: Reply): readonly Row[] | Promise<readonly Row[]>
  /** The code that the same call is refused with once it was made: what it was about has changed. */
  again?: string
  /** A role that may make the call but not this attempt; left out: one that may not make the call. */
  refusedTo?: StaffRole
  /** Collections that the call writes before its transaction, so that they may change where it is rolled back. */
  beforehand?: readonly string[]
}

/** Lets the reply's type of `action` reach `rows`. */
export const attempt = <Reply>(one: Attempt<Reply>): Attempt => one as Attempt

/** Makes an attempt for each form that a call has, by what it does. */
export type Trials = Record<string, Record<string, (at: Office) => Promise<Attempt>>>

/**
 * Tries a call: refused, it leaves no row and changes nothing; where its rows can't be written, it changes nothing
 * either, since they are written in its transaction; made, it leaves exactly its rows, in Meera's name.
 */
export async function tryCall(at: Office, outsider: Person, one: Attempt): Promise<void> {
  // A key may be used again after a failure of the shop, and that it was used is kept.
  const unchanged = await remember(['idempotency_keys', ...(one.beforehand ?? [])])
  expect(await refusalOf(one.action(outsider))).toMatchObject({ status: 403 })
  await unchanged()
  await withoutAuditLog(async () => {
    expect(await refusalOf(one.action(at.asMeera))).toMatchObject({ status: 500 })
  })
  await unchanged()

  const known = await rowIds()
  const reply = await one.action(at.asMeera)
  const rows = await one.rows(reply)
  expect(await writtenSince(known)).toEqual(rows.map((row) => ({ ...row, ...byMeera(at) })))
  if (!one.again) return
  const done = await rowIds()
  expect(await refusalOf(one.action(at.asMeera))).toMatchObject({ code: one.again })
  expect(await writtenSince(done)).toEqual([])
}

const byMeera = ({ meera }: Office) => ({
  by: { userId: String(meera._id), name: meera.name },
  at: expect.any(Date),
  from: expect.stringMatching(/127\.0\.0\.1$/),
  requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
})

const rowIds = async () => (await AuditModel.find({}, { _id: 1 }).lean()).map(({ _id }) => _id)

/** Sorted by action and target: rows of one transaction have the same time. */
const writtenSince = (known: readonly string[]) =>
  AuditModel.find({ _id: { $nin: known } }, { _id: 0 })
    .sort({ action: 1, target: 1 })
    .lean()

/** A product of its own that admins deliver by hand, for one order. */
export const shelfByHand = () =>
  insertProductWithItem({ ...goods.byHand.product, name: `Sitara ${randomUUID()}` }, goods.byHand.item)

/** Has the database refuse every row of the audit log meanwhile. */
export async function withoutAuditLog(run: () => Promise<void>): Promise<void> {
  const { db } = mongoose.connection
  await db?.command({ collMod: 'audit_log', validator: { neverWritten: true } })
  try {
    await run()
  } finally {
    await db?.command({ collMod: 'audit_log', validator: {} })
  }
}
