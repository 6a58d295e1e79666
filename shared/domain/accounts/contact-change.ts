import { errorCatalogue } from '../../contracts/errors.ts'
import { AppError } from '../../platform/app-error.ts'
import { dayAndTimeInIndia } from '../../platform/clock.ts'
import type { IContactChange, IUser } from './user-model.ts'

type Contacts = Pick<IUser, 'mobilenumber' | 'email'>

const frozenMs = 24 * 3_600_000

/**
 * Pure. Records a staff member's change of a customer's mobile number or e-mail address. The new contact stays
 * unverified until its owner, signed in by other means, verifies it; replacing an existing one freezes spending for a
 * day. Otherwise a dishonest staff member could sign in as the customer.
 * @returns undefined when both contacts are the customer's own previous ones again
 */
export function contactChangeAfter(
  before: Contacts & Pick<IUser, 'contactChange'>,
  change: Partial<Contacts>,
  now: Date,
): IContactChange | undefined {
  const { mobilenumber, email } = change
  if (mobilenumber === undefined && email === undefined) return before.contactChange
  const {
    mobile: oldMobile,
    email: oldEmail,
    previous = contactsOf(before),
    ...rest
  } = before.contactChange ?? {}
  const after = { ...contactsOf(before), ...change }
  if (after.mobilenumber === previous.mobilenumber && after.email === previous.email) return undefined
  const mobile = mobilenumber === undefined ? oldMobile : mobilenumber === '' ? undefined : now
  const isReplaced = email !== undefined || (mobilenumber !== undefined && before.mobilenumber !== '')
  return {
    ...rest,
    ...(mobile && { mobile }),
    ...(email !== undefined ? { email: now } : oldEmail && { email: oldEmail }),
    previous,
    ...(isReplaced && { frozenUntil: new Date(now.getTime() + frozenMs) }),
  }
}

const contactsOf = ({ mobilenumber, email }: Contacts): IContactChange['previous'] => ({
  mobilenumber,
  email,
})

/**
 * Refuses to spend, redeem, reveal or reset while a contact change is fresh.
 * @throws AppError `contact_frozen`, with the time at which the freeze ends
 */
export function requireUnfrozen({ frozenUntil }: { frozenUntil?: Date | undefined }, now: Date): void {
  if (!frozenUntil || frozenUntil <= now) return
  throw new AppError('contact_frozen', {
    message: `${errorCatalogue.contact_frozen.message} The pause ends at ${dayAndTimeInIndia(frozenUntil)}.`,
    details: { until: frozenUntil.toISOString() },
  })
}
