import { Types } from 'mongoose'
import type { CustomerNote } from '../../contracts/customers.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { ignoreDuplicate, inTransaction } from '../../platform/mongo.ts'
import { type Actor, auditTarget, writeAudit } from '../audit/index.ts'
import { findCustomer } from './find-customer.ts'
import { CustomerNoteModel, type ICustomerNote } from './note-model.ts'

const maxNotes = 200

/**
 * The notes about a customer, latest first.
 * @throws AppError `not_found`
 */
export async function listNotes(userId: string): Promise<CustomerNote[]> {
  await findCustomer(userId)
  const notes = await CustomerNoteModel.find({ userId: new Types.ObjectId(userId) })
    .sort({ at: -1, _id: -1 })
    .limit(maxNotes)
    .lean<ICustomerNote[]>()
  return notes.map(noteView)
}

/** `id` is the same in every try of a request. */
type NewNote = { id: string; userId: string; text: string }

/**
 * Stores a note. The audit row contains its id but not its text, because more roles can read the audit log than
 * customers' pages.
 * @throws AppError `not_found`, `account_erased`
 */
export async function addNote(
  { clock }: { clock: Clock },
  { userId: adminId, name, ...from }: Actor,
  { id, userId, text }: NewNote,
): Promise<CustomerNote> {
  const actor = { userId: adminId, name }
  const at = clock.now()
  const note = { _id: id, userId: new Types.ObjectId(userId), by: actor, text, at }
  await ignoreDuplicate(() =>
    inTransaction(async (tx) => {
      const { erasedAt } = await findCustomer(userId, tx)
      if (erasedAt) throw new AppError('account_erased')
      await CustomerNoteModel.insertMany([note], { session: tx })
      const row = {
        action: 'user.note',
        target: auditTarget.user(userId),
        before: {},
        after: { note: id },
      } as const
      await writeAudit(tx, { ...actor, ...from }, { ...row, at, reason: '' })
    }),
  )
  return noteView((await CustomerNoteModel.findById(id).lean<ICustomerNote | null>()) ?? note)
}

const noteView = ({ _id, at, by, text }: ICustomerNote): CustomerNote => ({
  id: _id,
  at: at.toISOString(),
  by: by.name,
  text,
})
