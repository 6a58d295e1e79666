import { Types } from 'mongoose'
import type { StaffAccess } from '../../contracts/permissions.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { type ZipFile, zipOf } from '../../platform/zip.ts'
import { type Caller, consumeAccountProof } from '../accounts/index.ts'
import { type Actor, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { rowsOf } from './export-files.ts'
import { jsonList } from './json-list.ts'
import { exportFiles } from './personal-fields.ts'

type ExportDeps = Pick<Deps, 'clock'>

/** What a staff member needs to export a customer's data. */
export const exportPersonAccess = {
  permission: ['customers.view', 'exports.create'],
} as const satisfies StaffAccess

/**
 * All data of the caller as a zip. The export is recorded before the first byte is sent.
 * @throws AppError `proof_required` without a fresh sign-in or proof
 */
export async function exportOwnData(
  { clock }: ExportDeps,
  caller: Caller,
): Promise<AsyncIterable<Uint8Array>> {
  const at = clock.now()
  // The log is append-only, so that no name and no address of a customer belongs in it.
  const actor = { userId: caller.userId, name: 'the customer', from: '' }
  await inTransaction(async (tx) => {
    await consumeAccountProof(tx, caller, { now: at, orSignIn: true })
    await writeAudit(tx, actor, exportRow(caller.userId, { at, reason: '' }))
  })
  return personZip(caller.userId, at)
}

/** The same for a staff member who answers a customer's request. */
export async function exportPerson(
  { clock }: ExportDeps,
  staff: Actor,
  { userId, reason }: { userId: string; reason: string },
): Promise<AsyncIterable<Uint8Array>> {
  const at = clock.now()
  await inTransaction((tx) => writeAudit(tx, staff, exportRow(userId, { at, reason })))
  return personZip(userId, at)
}

const exportRow = (userId: string, { at, reason }: { at: Date; reason: string }) =>
  ({
    at,
    action: 'export',
    target: auditTarget.user(userId),
    reason,
    before: {},
    after: { what: 'personal data' },
  }) as const

function personZip(userId: string, at: Date): AsyncIterable<Uint8Array> {
  const person = new Types.ObjectId(userId)
  const lists = exportFiles.map(
    (file): ZipFile => ({ name: `${file}.json`, text: jsonList(rowsOf[file](person)) }),
  )
  return zipOf([{ name: 'README.txt', text: readme(at) }, ...lists], at)
}

const readme = (at: Date) => `Personal data of one account, taken ${at.toISOString()}.
Times are UTC (ISO 8601). Amounts are paise, 100 to the rupee; points are hundredths of a point.
Each file is a list, one entry a line.

account.json        name, contacts, state of the account
orders.json         orders with the contacts and the player that each was placed for
players.json        the players that goods were bought for
wallet.json         the balance, then every movement of the wallet
points.json         the balance, then every movement of points
tickets.json        orders reported as not received, with all messages
notifications.json  what was sent about orders and top-ups, and whether it was accepted
devices.json        browsers that are signed in, or were within a day
consents.json       what the customer has agreed to
access-log.json     who opened or changed the account and its orders: the customer or our team

Passwords, codes and keys are not included. Delivered codes are shown in the order itself.
Remarks that our team wrote for itself are given on request, after a person has read them.
`
