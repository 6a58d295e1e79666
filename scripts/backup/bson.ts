import mongoose from 'mongoose'

const { BSON } = mongoose.mongo

/** Keeps every number's BSON type and every integer's bits: a restored document is the saved one, byte for byte. */
const exact = {
  promoteValues: false,
  promoteLongs: false,
  promoteBuffers: false,
  bsonRegExp: true,
  raw: false,
} as const

type Document = mongoose.mongo.BSON.Document

/** One document as the driver sends it again. @throws when its bytes would change */
export function readExactly(bytes: Uint8Array): Document | Map<string, unknown> {
  const document = BSON.deserialize(bytes, exact)
  if (isSame(BSON.serialize(document, { ignoreUndefined: false }), bytes)) return document
  // JavaScript orders names that are integers before others; a Map keeps the order.
  const ordered = toMap(bytes)
  if (isSame(BSON.serialize(ordered, { ignoreUndefined: false }), bytes)) return ordered
  throw new Error('a document cannot be written as it was saved')
}

/** One document to look into, with plain numbers. */
export const readLoosely = (bytes: Uint8Array): Document => BSON.deserialize(bytes)

const isSame = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0

const bsonTypes = { object: 3, array: 4 } as const

/** The same document as nested Maps in the order of its fields. */
function toMap(bytes: Uint8Array): Map<string, unknown> {
  const map = new Map<string, unknown>()
  for (const [type, nameAt, nameLength, at, length] of BSON.onDemand.parseToElements(bytes)) {
    const name = Buffer.from(bytes.subarray(nameAt, nameAt + nameLength)).toString('utf8')
    const value = bytes.subarray(at, at + length)
    if (type === bsonTypes.object) map.set(name, toMap(value))
    else if (type === bsonTypes.array) map.set(name, [...toMap(value).values()])
    else map.set(name, elementValue(bytes.subarray(nameAt - 1, at + length)))
  }
  return map
}

/** The value of one element: its type, name and bytes. */
function elementValue(element: Uint8Array): unknown {
  const document = Buffer.alloc(element.length + 5)
  document.writeInt32LE(document.length)
  document.set(element, 4)
  return Object.values(BSON.deserialize(document, exact))[0]
}

/** Splits concatenated documents. @throws when the bytes are no sequence of documents */
export function* splitDocuments(bytes: Uint8Array): Generator<Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  while (at < bytes.length) {
    const length = at + 4 <= bytes.length ? view.getInt32(at, true) : 0
    if (length < 5 || at + length > bytes.length) throw new Error('the bytes end within a document')
    yield bytes.subarray(at, at + length)
    at += length
  }
}
