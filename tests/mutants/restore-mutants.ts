import type { Mutant } from './tree/mutant.ts'

const drill = ['tests/services/operations/restore-drill.test.ts']
const backup = ['tests/services/operations/backup.test.ts']

/** Mistakes after which a restored shop acts on the past, or a backup is not what it seems. */
export const restoreMutants: Mutant[] = [
  {
    name: 'a restored shop is not quiet',
    file: 'shared/domain/recovery/quiet-mode.ts',
    inside: 'readQuietMode',
    find: 'restoration && restoration.openedAt === null ? restoration : undefined',
    replace: 'undefined',
    tests: drill,
  },
  {
    name: 'a quiet shop sells',
    file: 'api/src/http/quiet-mode.ts',
    inside: 'isAllowedWhileQuiet',
    find: "allowedPosts.has(route) || (route.method === 'GET' && $REST)",
    replace: 'true',
    tests: ['api/src/http/quiet-mode.test.ts'],
  },
  {
    name: 'a quiet shop is opened before what vendors did was listed',
    file: 'scripts/cli/commands/restore-review.ts',
    inside: 'restoreOpen',
    find: '!review',
    replace: 'false',
    tests: drill,
  },
  {
    name: 'a restored unit is bought without asking the supplier',
    file: 'shared/domain/orders/fulfil/verify-restored-unit.ts',
    inside: 'distrustUnsentUnits',
    find: "{ $set: { 'units.$[unit].isUnverified': true } }",
    replace: "{ $set: { 'units.$[unit].isUnverified': false } }",
    tests: drill,
  },
  {
    name: 'a changed file of a backup is restored',
    file: 'scripts/backup/chunk-files.ts',
    inside: 'readChecked',
    find: 'sumOf(bytes) !== sha256',
    replace: 'false',
    tests: backup,
  },
  {
    name: 'a manifest that the shop did not write is believed',
    file: 'scripts/backup/manifest.ts',
    inside: 'readManifest',
    find: "!isMacOf(env, { purpose: 'backup', stored: mac }, text)",
    replace: 'false',
    tests: backup,
  },
  {
    name: 'a backup is restored over documents',
    file: 'scripts/backup/restore-backup.ts',
    inside: 'requireEmpty',
    find: '(await db.collection(name).findOne({}, { projection: { _id: 1 }, hint: { _id: 1 } })) === null',
    replace: 'true',
    tests: backup,
  },
  {
    name: 'a restoration goes beyond the chosen second',
    file: 'scripts/backup/restore-backup.ts',
    inside: 'changesUntil',
    find: 'if (compareTimes(change.at, until) >= 0) return',
    replace: '',
    tests: backup,
  },
]
