import { randomUUID } from 'node:crypto'
import type { StaffRole } from '@jhatpat/shared/contracts/permissions.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { AuditModel, type IAuditRow } from '@jhatpat/shared/domain/audit/index.ts'
import mongoose from 'mongoose'
import { expect } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import { refusalOf } from '../../support/buying.ts'
import type { Person } from '../../support/person.ts'
import type { Service } from '../../support/service-harness.ts'
import { insertProductWithItem, listingInputs } from '../../support/shop.ts'
import { fingerprintDatabase } from '../http/fingerprint.ts'

/** Two owners; Meera makes the calls under test. */
export type StaffContext = { service: Service; meera: IUser; imran: IUser; asMeera: Person; asImran: Person }

export type Row = Pick<IAuditRow, 'action' | 'target' | 'before' | 'after' | 'reason'>

/** A call that is ready to be made, and the rows that it must leave. */
export type Attempt<Reply = unknown> = {
  action(who: Person): Promise<Reply>
  rows(reply: Reply): readonly Row[] | Promise<readonly Row[]>
  /** The code that a repetition is refused with after the call was made, since its target has changed. */
  again?: string
  /** A role that may make the call but not this attempt; left out: one that may not make the call. */
  refusedTo?: StaffRole
  /**
   * Collections that the call writes before its transaction, so that they may change where it is rolled back.
   */
  beforehand?: readonly string[]
}

/** Lets the reply's type of `action` reach `rows`. */
export const attempt = <Reply>(one: Attempt<Reply>): Attempt => one as Attempt

/** Makes an attempt for each form that a call has, by its action. */
export type Trials = Record<string, Record<string, (at: StaffContext) => Promise<Attempt>>>

/**
 * Tries a call. Refused, it leaves no row and changes nothing; where its rows cannot be written, it changes
 * nothing either, since they are written in its transaction; made, it leaves exactly its rows, in Meera's
 * name.
 */
export async function tryCall(at: StaffContext, outsider: Person, one: Attempt): Promise<void> {
  // A key may be used again after a failure of the shop, and its use stays recorded.
  const unchanged = await fingerprintDatabase(['idempotency_keys', ...(one.beforehand ?? [])])
  expect(await refusalOf(one.action(outsider))).toMatchObject({ status: 403 })
  await unchanged()
  await withoutAuditLog(async () => {
    expect(await refusalOf(one.action(at.asMeera))).toMatchObject({ status: 500 })
  })
  await unchanged()

  const before = await rowIds()
  const reply = await one.action(at.asMeera)
  const rows = await one.rows(reply)
  expect(await writtenSince(before)).toEqual(rows.map((row) => ({ ...row, ...byMeera(at) })))
  if (!one.again) return
  const done = await rowIds()
  expect(await refusalOf(one.action(at.asMeera))).toMatchObject({ code: one.again })
  expect(await writtenSince(done)).toEqual([])
}

const byMeera = ({ meera }: StaffContext) => ({
  by: { userId: String(meera._id), name: meera.name },
  at: expect.any(Date),
  from: expect.stringMatching(/127\.0\.0\.1$/),
  requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
})

const rowIds = async () => (await AuditModel.find({}, { _id: 1 }).lean()).map(({ _id }) => _id)

/** Sorted by action and target: rows of one transaction have the same time. */
async function writtenSince(before: readonly string[]) {
  const rows = await auditRows({ _id: { $nin: [...before] } })
  const placeOf = ({ action, target }: Row) => `${action} ${target}`
  return rows.map(({ _id, ...row }) => row).sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
}

/** A manual product of its own, for one order. */
export const insertManualProduct = () =>
  insertProductWithItem(
    { ...listingInputs.manual.product, name: `Sitara ${randomUUID()}` },
    listingInputs.manual.item,
  )

/** Makes the database refuse every row of the audit log meanwhile. */
export async function withoutAuditLog(run: () => Promise<void>): Promise<void> {
  const { db } = mongoose.connection
  await db?.command({ collMod: 'audit_log', validator: { neverWritten: true } })
  try {
    await run()
  } finally {
    await db?.command({ collMod: 'audit_log', validator: {} })
  }
}
