import type { Mutant } from './mutant.ts'

const tests = ['tests/services/accounts/contact-change.test.ts']
const accounts = 'shared/domain/accounts'

/** Rules that keep a dishonest staff member out of customers' accounts. */
export const colleagueMutants: readonly Mutant[] = [
  {
    name: 'a staff member signs in as a customer by a number that they have set',
    ...{ file: `${accounts}/otp-sign-in.ts`, inside: 'canSignInByOtp', tests },
    find: '!contactChange?.mobile',
    replace: 'true',
  },
  {
    name: 'an admin without a second factor signs in by a number alone',
    ...{ file: `${accounts}/otp-sign-in.ts`, inside: 'canSignInByOtp', tests },
    find: "role !== 'admin' || hasSecondFactor",
    replace: 'true',
  },
  {
    name: 'support resets a customer’s password at an address that it has set',
    ...{ file: `${accounts}/notify-account.ts`, inside: 'linkToTell', tests },
    find: 'user.contactChange?.email',
    replace: 'false',
  },
  {
    name: 'support signs in elsewhere as the customer whose address it has set',
    ...{ file: `${accounts}/hosted-user.ts`, inside: 'tryOnce', tests },
    find: 'user?.contactChange?.email',
    replace: 'false',
  },
  {
    name: 'sessions stay valid after a staff member changes the number',
    file: 'shared/domain/users/user-change.ts',
    inside: 'endsSessions',
    find: '[role, officeRole, email, mobilenumber]',
    replace: '[role, officeRole, email]',
    tests,
  },
  {
    name: 'money is spent right after support has changed the number',
    ...{ file: `${accounts}/contact-change.ts`, inside: 'requireUnfrozen', tests },
    find: '!frozenUntil || frozenUntil <= now',
    replace: 'true',
  },
  {
    name: 'a first number freezes money',
    ...{ file: `${accounts}/contact-change.ts`, inside: 'contactChangeAfter', tests },
    find: "before.mobilenumber !== ''",
    replace: 'true',
  },
  {
    name: 'the previous address is not notified',
    file: 'shared/domain/users/update-user.ts',
    inside: 'planNotice',
    find: '!isReached || !user.contactChange',
    replace: 'true',
    tests,
  },
  {
    name: 'an admin keeps a number that support has set',
    file: 'shared/domain/users/user-change.ts',
    inside: 'withoutUnproved',
    find: "before.role !== 'admin'",
    replace: 'false',
    tests,
  },
]
