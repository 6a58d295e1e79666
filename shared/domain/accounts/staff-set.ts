import { errorCatalogue } from '../../contracts/errors.ts'
import { AppError } from '../../platform/app-error.ts'
import { timeInIndia } from '../../platform/clock.ts'
import type { IStaffSet, IUser } from './user-model.ts'

type Reached = Pick<IUser, 'mobilenumber' | 'email'>

const frozenMs = 24 * 3_600_000

/**
 * Pure. What is kept of a change that our team makes of how an owner is reached. Whoever talks our team into it, or sits
 * there, must not be the owner by that: the new address has to be proved by who is signed in otherwise, and where an
 * address was there before, money waits for a day.
 * @returns undefined where the account is reached as it was before our team changed anything
 */
export function staffSetAfter(
  before: Reached & Pick<IUser, 'staffSet'>,
  change: Partial<Reached>,
  now: Date,
): IStaffSet | undefined {
  const { mobilenumber, email } = change
  if (mobilenumber === undefined && email === undefined) return before.staffSet
  const { mobile: oldMobile, email: oldEmail, was = reachedBy(before), ...kept } = before.staffSet ?? {}
  const after = { ...reachedBy(before), ...change }
  if (after.mobilenumber === was.mobilenumber && after.email === was.email) return undefined
  const mobile = mobilenumber === undefined ? oldMobile : mobilenumber === '' ? undefined : now
  const isReplaced = email !== undefined || (mobilenumber !== undefined && before.mobilenumber !== '')
  return {
    ...kept,
    ...(mobile && { mobile }),
    ...(email !== undefined ? { email: now } : oldEmail && { email: oldEmail }),
    was,
    ...(isReplaced && { frozenUntil: new Date(now.getTime() + frozenMs) }),
  }
}

const reachedBy = ({ mobilenumber, email }: Reached): IStaffSet['was'] => ({ mobilenumber, email })

/**
 * For what a stranger at a new address would be after.
 * @throws contact_frozen, with the time until when
 */
export function requireUnfrozen({ frozenUntil }: { frozenUntil?: Date | undefined }, now: Date): void {
  if (!frozenUntil || frozenUntil <= now) return
  throw new AppError('contact_frozen', {
    message: `${errorCatalogue.contact_frozen.message} That is at ${timeInIndia(frozenUntil)}.`,
    details: { until: frozenUntil.toISOString() },
  })
}
