import mongoose from 'mongoose'
import { expect, it } from 'vitest'
import { readExactly } from './bson.ts'
import { withoutKeys } from './person-keys.ts'

const { BSON } = mongoose.mongo
const ts = new BSON.Timestamp({ t: 7, i: 3 })
const lsid = { id: new BSON.UUID() }
const operation = (ns: string) => ({ op: 'i', ns, o: { _id: 'x', n: BSON.Long.fromNumber(5) } })
const transaction = (...names: string[]) =>
  BSON.serialize({
    lsid,
    txnNumber: BSON.Long.fromNumber(1),
    op: 'c',
    ns: 'admin.$cmd',
    o: { applyOps: names.map((name) => operation(name)), partialTxn: true },
    ts,
  })

it('leaves an entry without keys as it is', () => {
  const entries = [
    BSON.serialize({ ...operation('shop.orders'), ts }),
    transaction('shop.orders', 'shop.audit_log'),
    // Names them, and changes none.
    BSON.serialize({ op: 'i', ns: 'shop.orders', o: { _id: 'shop.person_keys' }, ts }),
    BSON.serialize({ op: 'c', ns: 'shop.$cmd', o: { create: 'person_keys' }, ts }),
    BSON.serialize({ ...operation('other.person_keys'), ts }),
  ]
  for (const entry of entries) expect(withoutKeys(entry, 'shop')).toBe(entry)
})

it('leaves out a change of keys', () => {
  expect(withoutKeys(BSON.serialize({ ...operation('shop.person_keys'), ts }), 'shop')).toBeUndefined()
})

it('leaves changes of keys out of a transaction, and nothing else', () => {
  const kept = withoutKeys(transaction('shop.orders', 'shop.person_keys', 'other.person_keys'), 'shop')
  const rest = transaction('shop.orders', 'other.person_keys')
  expect(Buffer.compare(kept as Uint8Array, rest)).toBe(0)
  expect(readExactly(withoutKeys(transaction('shop.person_keys'), 'shop') as Uint8Array)).toEqual(
    readExactly(transaction()),
  )
})
