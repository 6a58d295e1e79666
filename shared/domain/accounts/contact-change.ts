import { errorCatalogue } from '../../contracts/errors.ts'
import { AppError } from '../../platform/app-error.ts'
import { dayAndTimeInIndia } from '../../platform/clock.ts'
import { emailTokenMs } from './email-token-model.ts'
import type { IContactChange, IUser } from './user-model.ts'

type Contacts = Pick<IUser, 'mobilenumber' | 'email'>

const frozenMs = 24 * 3_600_000

/** `isVerified`: the customer made the change, with a code that was sent there. */
type MadeChange = { change: Partial<Contacts>; now: Date; isVerified?: boolean }

/**
 * Pure. Records a change of a customer's mobile number or e-mail address. A contact that a staff member has set stays
 * unverified until its owner, signed in by other means, verifies it: otherwise a dishonest one could sign in as the
 * customer. Replacing an existing contact freezes spending for a day, by staff and by the customer alike.
 * @returns undefined when both contacts are the customer's own previous ones again
 */
export function contactChangeAfter(
  before: Contacts & Pick<IUser, 'contactChange'>,
  { change, now, isVerified = false }: MadeChange,
): IContactChange | undefined {
  const { mobilenumber, email } = change
  if (mobilenumber === undefined && email === undefined) return before.contactChange
  const { mobile: oldMobile, email: oldEmail, ...rest } = before.contactChange ?? {}
  const previous = ownContacts(before, now)
  const after = { ...contactsOf(before), ...change }
  if (after.mobilenumber === previous.mobilenumber && after.email === previous.email) return undefined
  const setNow = isVerified ? undefined : now
  const newMobile = mobilenumber === undefined ? oldMobile : mobilenumber === '' ? undefined : setNow
  const newEmail = email === undefined ? oldEmail : setNow
  const isReplaced = email !== undefined || (mobilenumber !== undefined && before.mobilenumber !== '')
  return {
    ...rest,
    ...(newMobile && { mobile: newMobile }),
    ...(newEmail && { email: newEmail }),
    previous,
    ...(isReplaced && { frozenUntil: new Date(now.getTime() + frozenMs) }),
  }
}

/** How long after the end of the freeze the link at the previous address still undoes the change. */
const undoneAfterFreezeMs = emailTokenMs.contact - frozenMs

/** Those before a change that is not verified, or can still be undone; else the account's. */
function ownContacts(user: Contacts & Pick<IUser, 'contactChange'>, now: Date): IContactChange['previous'] {
  const { mobile, email, previous, frozenUntil } = user.contactChange ?? {}
  const isUndoable = frozenUntil !== undefined && now.getTime() < frozenUntil.getTime() + undoneAfterFreezeMs
  return previous && (mobile || email || isUndoable) ? previous : contactsOf(user)
}

const contactsOf = ({ mobilenumber, email }: Contacts): IContactChange['previous'] => ({
  mobilenumber,
  email,
})

/**
 * Refuses to spend, redeem, reveal, export, reset or change contacts while a contact change is fresh.
 * @throws AppError `contact_frozen`, with the time at which the freeze ends
 */
export function requireUnfrozen({ frozenUntil }: { frozenUntil?: Date | undefined }, now: Date): void {
  if (!frozenUntil || frozenUntil <= now) return
  throw new AppError('contact_frozen', {
    message: `${errorCatalogue.contact_frozen.message} The pause ends at ${dayAndTimeInIndia(frozenUntil)}.`,
    details: { until: frozenUntil.toISOString() },
  })
}
