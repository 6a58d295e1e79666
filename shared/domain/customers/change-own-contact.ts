import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import {
  attemptOtp,
  type Caller,
  consumeAccountProof,
  consumeOtp,
  contactChangeAfter,
  enqueueNotifications,
  type IUser,
  normalEmail,
  publishRevoked,
  requestOtp,
  requireAccountProof,
  requireUnfrozen,
  revokeSessions,
  UserModel,
} from '../accounts/index.ts'
import { auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { createContactNotification } from './create-contact-notification.ts'
import { swapNames } from './swap-names.ts'

type CodeDeps = Pick<Deps, 'clock' | 'env' | 'queues' | 'log'>

/** What the caller wants instead: an e-mail address, or a mobile number of ten digits. */
export type NewContact = { what: 'email' | 'mobile'; value: string }

/**
 * Sends a code to a contact that the caller wants to have, which proves that it is theirs. The reply is the same when
 * another account has it.
 * @returns the ms after which a request sends the code again
 * @throws AppError `contact_frozen`, `forbidden` for staff, `invalid_request` when the account has it already
 */
export async function requestNewContactCode(
  deps: CodeDeps,
  caller: Caller,
  contact: NewContact,
): Promise<number> {
  requireUnfrozen(caller, deps.clock.now())
  requireOther(caller, contact)
  return requestOtp(deps, otpTargetOf(contact))
}

/**
 * Replaces the caller's contact, with the code that was sent to the new one and an account proof. All other sessions
 * are revoked, spending is frozen for a day, and the previous contacts are notified, with a link that undoes it: a
 * stranger at an open page, or with the password, must not get away with the account.
 * @throws AppError as `requestNewContactCode`; `proof_required`, `otp_expired`, `otp_mismatch`; `email_taken`,
 * `mobile_taken`
 */
export async function changeOwnContact(
  deps: CodeDeps & Pick<Deps, 'publisher'>,
  caller: Caller,
  contact: NewContact & { otp: string },
): Promise<IUser> {
  const now = deps.clock.now()
  const proofCheck = { now, orSignIn: true } as const
  requireUnfrozen(caller, now)
  requireOther(caller, contact)
  await requireAccountProof(caller, proofCheck)
  const otp = await attemptOtp(deps, otpTargetOf(contact), contact.otp)
  const { user, notifications } = await inTransaction(async (tx) => {
    await consumeAccountProof(tx, caller, proofCheck)
    await consumeOtp(otp, tx)
    const before = await UserModel.findById(caller.userId, null, { session: tx }).lean<IUser | null>()
    if (!before || before.isBlocked) throw new AppError('not_signed_in')
    requireUnfrozen(before.contactChange ?? {}, now)
    return replaceContact(tx, { before, caller, change: replacedFields(contact), now })
  })
  await publishRevoked(user, deps)
  await enqueueNotifications(deps, notifications)
  return user
}

type Session = Parameters<typeof consumeAccountProof>[0]
type Replacement = {
  before: IUser
  caller: Caller
  change: Partial<Pick<IUser, 'email' | 'mobilenumber'>>
  now: Date
}

async function replaceContact(
  tx: Session,
  { before, caller: { userId, sessionId }, change, now }: Replacement,
) {
  await swapNames(tx, before, change)
  const contactChange = contactChangeAfter(before, { change, now, isVerified: true })
  await UserModel.updateOne(
    { _id: before._id },
    {
      $set: { ...change, ...(change.email && { verified: true }), ...(contactChange && { contactChange }) },
      $unset: { ...(change.email && { isVerifiedByStaff: 1 }), ...(!contactChange && { contactChange: 1 }) },
    },
    { session: tx },
  )
  const user = await revokeSessions(tx, userId, { now, keep: { sessionId } })
  await writeAudit(
    tx,
    { userId, name: 'the customer', from: '' },
    {
      at: now,
      action: 'user.update',
      target: auditTarget.user(userId),
      before: {},
      // The values are the customer's own: the log keeps none of them.
      after: { contact: change.email ? 'email' : 'mobile' },
      reason: 'Changed by the customer, with a code sent to the new one',
    },
  )
  return { user, notifications: await createContactNotification(tx, { user, change, now }) }
}

const replacedFields = ({ what, value }: NewContact) =>
  what === 'email' ? { email: normalEmail(value) } : { mobilenumber: value }

const otpTargetOf = ({ what, value }: NewContact) =>
  ({ purpose: `prove_${what}`, mobile: what === 'email' ? normalEmail(value) : value }) as const

function requireOther({ role, email, mobilenumber }: Caller, { what, value }: NewContact): void {
  if (role === 'admin') throw new AppError('forbidden')
  const isSame = what === 'email' ? normalEmail(value) === email : value === mobilenumber
  if (!isSame) return
  const message = `Your account has this ${what === 'email' ? 'email address' : 'mobile number'} already.`
  throw new AppError('invalid_request', { field: what === 'email' ? 'email' : 'mobilenumber', message })
}
