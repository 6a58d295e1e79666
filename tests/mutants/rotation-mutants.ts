import type { Mutant } from './tree/mutant.ts'

const redis = ['tests/services/cli/rotate-redis.test.ts']
const mongodb = ['tests/services/cli/rotate-mongodb.test.ts']
const given = ['tests/services/cli/rotate-vendor-keys.test.ts']
const redisFile = 'scripts/cli/rotate/redis-password.ts'

/** Mistakes in the replacement of secrets: one that stays accepted, one that is shown, one that is not accepted anywhere. */
export const rotationMutants: readonly Mutant[] = [
  {
    name: 'the former password of Redis stays accepted',
    file: redisFile,
    tests: redis,
    changes: [
      { inside: 'withdrawRedisPassword', find: "'resetpass'", replace: '' },
      {
        inside: 'withdrawRedisPassword',
        find: 'if (url !== nextUrl && (await isAccepted(url))) throw new Fault($TEXT)',
        replace: '',
      },
    ],
  },
  {
    name: 'the former password of Redis is withdrawn before the processes are replaced',
    file: redisFile,
    inside: 'acceptRedisPassword',
    tests: redis,
    find: "redis.acl('SETUSER', user, hashed(nextPassword))",
    replace: "redis.acl('SETUSER', user, 'resetpass', hashed(nextPassword))",
  },
  {
    name: 'a connection from before the rotation is not waited for',
    file: 'scripts/cli/rotate/rotate-redis.ts',
    inside: 'rotateRedis',
    tests: redis,
    find: 'left.length > 0',
    replace: 'left.length < 0',
  },
  {
    name: 'the former user of MongoDB stays',
    file: 'scripts/cli/rotate/mongodb-user.ts',
    tests: mongodb,
    changes: [
      { inside: 'withdrawMongoUser', find: '{ dropUser: formerUser, $$REST }', replace: '{ ping: 1 }' },
      {
        inside: 'withdrawMongoUser',
        find: 'if (formerUri && (await usable(formerUri))) throw new Fault($TEXT)',
        replace: '',
      },
    ],
  },
  {
    name: 'a program that is connected as the former user of MongoDB loses it',
    file: 'scripts/cli/rotate/rotate-mongodb.ts',
    inside: 'rotateMongodb',
    tests: mongodb,
    find: 'left.length > 0',
    replace: 'left.length < 0',
  },
  {
    name: 'a step of a rotation gets its secrets as an argument',
    file: 'scripts/cli/rotate/rotation.ts',
    inside: 'stepsIn',
    tests: redis,
    find: '[...inService, stepScript]',
    replace: '[...inService, stepScript, JSON.stringify(input)]',
  },
  {
    name: 'a fault of a rotation repeats a secret',
    file: 'scripts/cli/rotate/server-steps.ts',
    inside: 'redacted',
    tests: given,
    find: 'kept.replaceAll(secret, $MASK)',
    replace: 'kept',
  },
  {
    name: 'a key that the vendor refuses is written',
    file: 'scripts/cli/rotate/given-values.ts',
    inside: 'checkGivenSecret',
    tests: given,
    find: 'refusal !== undefined',
    replace: 'refusal === null',
  },
  {
    name: 'a key of another merchant is written',
    file: 'scripts/cli/rotate/given-values.ts',
    inside: 'givenChecks',
    tests: given,
    find: 'known && !(await isKnown(gateway, known))',
    replace: '!known && false',
  },
  {
    name: 'a Redis that restarts in the middle of a rotation refuses the new password',
    file: 'docker-compose.yml',
    inside: '',
    tests: ['deploy/compose.test.ts'],
    find: ' #$$(hash "$$next")"',
    replace: '"',
  },
]
