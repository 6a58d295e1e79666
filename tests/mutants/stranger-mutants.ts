import type { Mutant } from './mutant.ts'

const pictures = ['tests/services/gallery/large-pictures.test.ts']
const doors = ['shared/platform/production-faults.test.ts']
const doorFile = 'shared/platform/open-doors.ts'
const signIns = ['tests/services/http/limits.test.ts']
const checks = ['tests/services/supply/check-shares.test.ts']
const cut = ['tests/services/back-office/cut-views.test.ts']

/** What keeps strangers from stopping the shop, and colleagues from reading what is not theirs. */
export const strangerMutants: readonly Mutant[] = [
  {
    name: 'an e-mail address of 90 kB is held against its rule',
    file: 'shared/contracts/users.ts',
    inside: 'emailText',
    find: 'z.maxLength(254, { abort: true })',
    replace: 'z.maxLength(254)',
    tests: ['shared/contracts/long-texts.test.ts'],
  },
  {
    name: 'a vendor’s text is cleaned before it is cut',
    file: 'shared/providers/call-vendor.ts',
    inside: 'tellVendorText',
    find: 'withoutSecrets(String(text), secrets).slice(0, readAtMost)',
    replace: 'withoutSecrets(String(text), secrets)',
    tests: ['shared/providers/call-vendor.test.ts'],
  },
  {
    name: 'a picture is unpacked whatever its header says',
    file: 'shared/domain/gallery/encode-main.ts',
    inside: 'encode',
    find: 'Math.max(width, height) > sideAtMost || width * height * pages > pixelsAtMost',
    replace: 'false',
    tests: pictures,
  },
  {
    name: 'a picture takes as much memory as it wants',
    file: 'shared/domain/gallery/encode-main.ts',
    inside: 'answer',
    find: 'process.memoryUsage.rss() > memoryMb * 1024 * 1024',
    replace: 'false',
    tests: pictures,
  },
  {
    name: 'every caller names its own address',
    ...{ file: doorFile, inside: 'isWide', tests: doors },
    find: 'trusted > hopsAtMost',
    replace: 'false',
  },
  {
    name: 'a whole continent is a proxy of ours',
    ...{ file: doorFile, inside: 'isWideNetwork', tests: doors },
    find: 'bits !== undefined',
    replace: 'false',
  },
  {
    name: 'a page over http may call us',
    ...{ file: doorFile, inside: 'openDoors', tests: doors },
    find: "origin.startsWith('http://')",
    replace: 'false',
  },
  {
    name: 'what was sealed with zeros is read',
    ...{ file: doorFile, inside: 'openDoors', tests: doors },
    find: "!isRandom(Buffer.from(env.SECRET_KEY_BEFORE, 'base64'))",
    replace: 'false',
  },
  {
    name: 'a database without a password is taken',
    ...{ file: doorFile, inside: 'isMongoOpen', tests: doors },
    find: '!hasPassword(address)',
    replace: 'false',
  },
  {
    name: 'Redis without a password is taken',
    ...{ file: doorFile, inside: 'openDoors', tests: doors },
    find: 'hasPassword(env.REDIS_URL)',
    replace: 'true',
  },
  {
    name: 'mail goes without TLS',
    ...{ file: doorFile, inside: 'isMailOpen', tests: doors },
    find: "address.startsWith('smtp://')",
    replace: 'false',
  },
  {
    name: 'a callback without a content type is lost',
    file: 'api/src/http/body.ts',
    inside: 'readUnnamed',
    find: "text.trimStart().startsWith('{') ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))",
    replace: '{}',
    tests: ['tests/services/orders/webhooks.test.ts'],
  },
  {
    name: 'who may not see customers reads their addresses in the list of orders',
    file: 'shared/domain/back-office/order-line.ts',
    inside: 'orderLineFor',
    find: "mayAlone(reader, 'customers.view')",
    replace: 'true',
    tests: cut,
  },
  {
    name: 'who may not see customers finds orders by their addresses',
    file: 'shared/domain/back-office/list-all-orders.ts',
    inside: 'listAllOrders',
    find: "mayAlone(reader, 'customers.view')",
    replace: 'true',
    tests: cut,
  },
  {
    name: 'who may not see customers reads their numbers on an order’s page',
    file: 'shared/domain/orders/board/board-view.ts',
    inside: 'boardViewFor',
    find: "mayAlone(admin, 'customers.view')",
    replace: 'true',
    tests: cut,
  },
  {
    name: 'who may not see customers reads in the log what was changed of them',
    file: 'shared/domain/audit/list-audit.ts',
    inside: 'cutPage',
    find: "mayAlone(reader, 'customers.view')",
    replace: 'true',
    tests: cut,
  },
  {
    name: 'a made-up cookie counts as the browser its owner signs in with',
    file: 'api/src/http/known-device.ts',
    inside: 'knownDevice',
    find: "return isMacOf(env, { purpose: 'device', stored: mac }, claimOf(email, id)) ? id : undefined",
    replace: 'return id',
    tests: signIns,
  },
  {
    name: 'the browser of an account’s owner is counted with strangers',
    file: 'api/src/http/limit-rules.ts',
    inside: 'loginRules',
    find: 'device === undefined',
    replace: 'device !== null',
    tests: signIns,
  },
  {
    name: 'strangers ask a supplier about ids without a limit',
    file: 'shared/domain/orders/place/anonymous-checks.ts',
    inside: 'takeAnonymousCheck',
    find: 'calls > deps.env.ID_CHECKS_PER_SECOND',
    replace: 'false',
    tests: checks,
  },
  {
    name: 'the id check of a customer counts with those of strangers',
    file: 'api/src/orders/order-handlers.ts',
    inside: 'mountOrders',
    find: 'callerIfAny === undefined',
    replace: 'callerIfAny !== null',
    tests: checks,
  },
  {
    name: 'an id that does not exist is asked about each time',
    file: 'shared/domain/orders/place/check-player.ts',
    inside: 'ask',
    find: "check.kind !== 'unavailable'",
    replace: "check.kind === 'found'",
    tests: checks,
  },
]
