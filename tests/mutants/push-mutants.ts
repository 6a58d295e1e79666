import type { Mutant } from './tree/mutant.ts'

const tests = ['tests/services/push/push.test.ts']

/** Faults in push messages about orders. */
export const pushMutants: Mutant[] = [
  {
    name: 'a browser whose session was revoked still gets push messages of orders',
    file: 'shared/domain/accounts/find-caller.ts',
    inside: 'unrevokedSessions',
    find: 'return new Set(unrevoked.map(({ _id }) => _id))',
    replace: 'return new Set(sessionIds)',
    tests,
  },
  {
    name: 'a push that may have arrived is sent again',
    file: 'shared/providers/push/web-push.ts',
    inside: 'pushResultOf',
    find: "return { kind: status >= 500 ? 'unknown' : 'rejected', message }",
    replace: "return { kind: status >= 500 ? 'deferred' : 'rejected', message }",
    tests,
  },
  {
    name: 'a browser may name any internal address as its push service',
    file: 'shared/providers/push/web-push.ts',
    inside: 'pushEndpoint',
    find: "const isName = isIP(host) === 0 && host.includes('.') && !isLoopback(host)",
    replace: "const isName = host !== ''",
    tests,
  },
  {
    name: 'a host name that resolves to an internal address is called as a push service',
    file: 'shared/platform/public-address.ts',
    inside: 'lookupPublic',
    find: 'const open = found.filter(({ address }) => isPublicAddress(address))',
    replace: 'const open = found',
    tests: ['shared/platform/public-address.test.ts'],
  },
  {
    name: 'a shop that takes money sends push messages with a generated key',
    file: 'scripts/launcher/stack-settings.ts',
    inside: 'sharedSettings',
    find: 'isPlay && { PUSH_PRIVATE_KEY, $$REST }',
    replace: '{ PUSH_PRIVATE_KEY, $$REST }',
    tests: ['scripts/launcher/stack-settings.test.ts'],
  },
]
