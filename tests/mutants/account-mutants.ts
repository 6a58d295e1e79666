import type { Mutant } from './mutant.ts'

/** Mistakes about who gets in. */
export const accountMutants: Mutant[] = [
  {
    name: 'tries of a code are not counted beyond the first',
    file: 'shared/domain/accounts/otp.ts',
    find: '{ $inc: { tries: 1 } }',
    replace: '{ $set: { tries: 1 } }',
    tests: ['tests/services/accounts/otp-sign-in.test.ts'],
  },
  {
    name: 'one code lets everyone in who enters it at once',
    file: 'shared/domain/accounts/otp.ts',
    find: 'if (deletedCount !== 1)',
    replace: 'if (deletedCount > 1)',
    tests: ['tests/services/accounts/otp-sign-in.test.ts'],
  },
  {
    name: 'somebody blocked gets a code',
    file: 'shared/domain/accounts/notify-account.ts',
    find: 'owner?.isBlocked || ',
    replace: '',
    tests: ['tests/services/accounts/otp-sign-in.test.ts'],
  },
  {
    name: 'a link proves an address that it did not go to',
    file: 'shared/domain/accounts/prove-address.ts',
    find: '{ _id: id, email, isBlocked: false }',
    replace: '{ _id: id, isBlocked: false }',
    tests: ['tests/services/accounts/sign-up.test.ts'],
  },
  {
    name: 'who registered under another’s address signs in by phone after its owner has taken the account over',
    file: 'shared/domain/accounts/take-over.ts',
    find: '  await releaseNames(session, _id.toHexString(), [userNames.mobile(mobilenumber)])\n',
    replace: '',
    tests: ['tests/services/accounts/take-over.test.ts'],
  },
  {
    name: 'a link in a mail moves an order',
    file: 'api/src/http/mount.ts',
    find: 'isFromOwnPage(request.headers, publicUrl) === false',
    replace: 'isFromOwnPage(request.headers, publicUrl) === undefined',
    tests: ['tests/services/http/headers.test.ts'],
  },
  {
    name: 'a page of any origin opens sockets',
    file: 'api/src/realtime/create-io.ts',
    find: 'origin === undefined || origins.includes(origin)',
    replace: 'origin === undefined || origins.length > 0',
    tests: ['tests/services/http/headers.test.ts'],
  },
  {
    name: 'a link’s token is written into the log',
    file: 'api/src/request-log.ts',
    find: '{ id, method, url: withoutSecrets(url) }',
    replace: '{ id, method, url }',
    tests: ['tests/services/http/logs.test.ts'],
  },
  {
    name: 'an address that the provider has not confirmed opens the account of its owner',
    file: 'shared/providers/sign-in/oidc.ts',
    find: 'if (email_verified !== true)',
    replace: 'if (email_verified === false)',
    tests: ['shared/providers/sign-in/oidc.test.ts'],
  },
  {
    name: 'a token that was given to another shop signs in here',
    file: 'shared/providers/sign-in/oidc.ts',
    find: '          audience: client.clientId,\n',
    replace: '',
    tests: ['shared/providers/sign-in/oidc.test.ts'],
  },
  {
    name: 'a token of a hosted sign-in is good twice',
    file: 'shared/domain/accounts/spend-id-token.ts',
    find: 'if (isFirst === null)',
    replace: 'if (isFirst === undefined)',
    tests: ['tests/services/accounts/hosted.test.ts'],
  },
  {
    name: 'whoever has an admin’s address at the provider is an admin without a second factor',
    file: 'shared/domain/accounts/hosted-user.ts',
    find: "if (user?.role === 'admin')",
    replace: "if (user?.role === 'reseller')",
    tests: ['tests/services/accounts/hosted.test.ts'],
  },
]
