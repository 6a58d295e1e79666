import { Types } from 'mongoose'
import type { StaffAccess } from '../../contracts/permissions.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { type ZipFile, zipOf } from '../../platform/zip.ts'
import { type Caller, consumeAccountProof } from '../accounts/index.ts'
import { type Actor, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { rowsOf } from './export-files.ts'
import { jsonList } from './json-list.ts'
import { type ExportFile, exportFiles } from './personal-fields.ts'

type ExportDeps = Pick<Deps, 'clock' | 'log'>

/** `incomplete`: the files that could not be read to their end, known once the last part is read. */
export type PersonExport = { parts: AsyncIterable<Uint8Array>; incomplete: readonly ExportFile[] }

/** What a staff member needs to export a customer's data. */
export const exportPersonAccess = {
  permission: ['customers.view', 'exports.create'],
} as const satisfies StaffAccess

/**
 * All data of the caller as a zip. The export is recorded before the first byte is sent.
 * @throws AppError `proof_required` without a fresh sign-in or proof
 */
export async function exportOwnData(deps: ExportDeps, caller: Caller): Promise<PersonExport> {
  const at = deps.clock.now()
  // The log is append-only, so that no name and no address of a customer belongs in it.
  const actor = { userId: caller.userId, name: 'the customer', from: '' }
  await inTransaction(async (tx) => {
    await consumeAccountProof(tx, caller, { now: at, orSignIn: true })
    await writeAudit(tx, actor, exportRow(caller.userId, { at, reason: '' }))
  })
  return personZip(deps, caller.userId, at)
}

/** The same for a staff member who answers a customer's request. */
export async function exportPerson(
  deps: ExportDeps,
  staff: Actor,
  { userId, reason }: { userId: string; reason: string },
): Promise<PersonExport> {
  const at = deps.clock.now()
  await inTransaction((tx) => writeAudit(tx, staff, exportRow(userId, { at, reason })))
  return personZip(deps, userId, at)
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

/** A file that cannot be read leaves the others complete. */
function personZip({ log }: ExportDeps, userId: string, at: Date): PersonExport {
  const incomplete: ExportFile[] = []
  function* files(): Iterable<ZipFile> {
    for (const file of exportFiles) {
      const rows = rowsOf[file](new Types.ObjectId(userId))
      const onFailure = (error: unknown) => {
        log.error({ file, err: error }, 'export of personal data incomplete')
        incomplete.push(file)
        // Then the database is unavailable: the download fails as a whole.
        if (incomplete.length === exportFiles.length) throw error
      }
      yield { name: `${file}.json`, text: jsonList(rows, onFailure) }
    }
    yield { name: 'README.txt', text: readme(at, incomplete) }
  }
  return { parts: zipOf(files(), at), incomplete }
}

const readme = (
  at: Date,
  incomplete: readonly ExportFile[],
) => `Personal data of one account, taken ${at.toISOString()}.
${incomplete.map((file) => `${file}.json could not be read to its end. Please ask for your data again.\n`).join('')}Times are UTC (ISO 8601). Amounts are paise, 100 to the rupee; points are hundredths of a point.
Each file is a list, one entry a line.

account.json        name, contacts, hosted identity, state of the account
orders.json         orders with contacts, player, why each ended and what suppliers replied
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
