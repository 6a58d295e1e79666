import type { AnyRoute } from '@jhatpat/shared/contracts/route.ts'
import fc from 'fast-check'
import { type JsonSchema, sampleOf, schemaOf } from './contract-samples.ts'

/** JSON texts for a call's body: arbitrary ones, and valid ones with one fault or oddity. */
export function hostileBodies(route: AnyRoute): fc.Arbitrary<string> {
  const schema = schemaOf(route.body)
  const anything = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }).map((value) => JSON.stringify(value))
  const nested = fc.integer({ min: 10, max: 5_000 }).map((deep) => '['.repeat(deep) + ']'.repeat(deep))
  const texts = [
    anything,
    nested,
    fc.string({ unit: 'binary', maxLength: 200 }),
    withAnotherKey(schema),
    ...Object.keys(schema.properties ?? {}).map((name) => withOdd(name, schema)),
  ]
  return fc.oneof(...texts)
}

/** Texts in the place of a parameter in the path, encoded as an attacker would. */
export function hostileParts(): fc.Arbitrary<string> {
  const readable = fc
    .oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 80 }), fc.constantFrom(...oddTexts))
    .filter((text) => text !== '.' && text !== '..')
    .map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 3_000))
  return fc.oneof(readable, fc.constantFrom('%00', '%ED%A0%80', '%', '%2e%2e%2fetc', '%25', '1;2', '[$ne]'))
}

/** Queries with names that the call knows and others, once, repeated, as lists and as operators. */
export function hostileQueries(route: AnyRoute): fc.Arbitrary<string> {
  const names = Object.keys(schemaOf(route.query).properties ?? {})
  const name = fc.constantFrom(...names, 'zz', '__proto__', 'constructor', 'limit[$gt]', 'q[]', 'a.b')
  const pair = fc.tuple(name, hostileParts()).map(([key, value]) => `${encodeURIComponent(key)}=${value}`)
  return fc.array(pair, { minLength: 1, maxLength: 4 }).map((pairs) => pairs.join('&'))
}

/** Any JSON value, and values of known ids. */
export function hostilePayloads(): fc.Arbitrary<unknown> {
  const near = oddValues().map((client_txn_id) => ({ client_txn_id }))
  return fc.oneof(near, fc.jsonValue({ stringUnit: 'binary' }), fc.constantFrom(undefined, null, [], 'x', {}))
}

const oddTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202e',
  '\ufeff',
  '𝒳'.repeat(40),
  '$ne',
  '$where',
  '{"$ne":null}',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  "' || '1'=='1",
  '<svg/onload=x>',
  '-1',
  '1e400',
  '0x10',
  'NaN',
  '९९९९९९९९९९',
  '99-99-9999',
  '00-00-0000',
  'x'.repeat(10_000),
]

function oddValues(): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.constantFrom<unknown>(...oddTexts),
    fc.constantFrom<unknown>(
      null,
      true,
      [],
      {},
      [[]],
      { $ne: null },
      { $gt: '' },
      [{ $ne: null }],
      ['a', 'b'],
    ),
    fc.constantFrom<unknown>(0, -0, -1, 0.001, 1e21, 1e308, -1e308, 2 ** 53, 2 ** 31, 5e-324),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.jsonValue({ maxDepth: 2 }),
  )
}

function withOdd(name: string, schema: JsonSchema): fc.Arbitrary<string> {
  return oddValues().map((value) => JSON.stringify({ ...(sampleOf(schema) as object), [name]: value }))
}

/** Written by hand: in an object literal, `__proto__` would not be a key. */
function withAnotherKey(schema: JsonSchema): fc.Arbitrary<string> {
  const key = fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    '$where',
    '_id',
    'role',
    'isAdmin',
    'a.b',
  )
  return fc.tuple(key, fc.jsonValue({ maxDepth: 1 })).map(([name, value]) => {
    const rest = JSON.stringify(sampleOf(schema)).slice(1)
    return `{"${name}":${JSON.stringify(value)}${rest === '}' ? '' : ','}${rest}`
  })
}
