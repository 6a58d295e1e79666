import mongoose from 'mongoose'

/** Names this reader in the profile. */
const comment = 'tests/support/find-in-database.ts'

/** Collections whose stored bytes contain a text in a value or a name, as `collection: text`; sorted. */
export async function findInDatabase(
  texts: readonly string[],
  name = mongoose.connection.name,
): Promise<string[]> {
  const db = mongoose.connection.getClient().db(name)
  const infos = await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray()
  const collections = infos.map((one) => one.name).filter((one) => one !== 'system.profile')
  const found = new Set<string>()
  for (const collection of collections) {
    // Raw, so that nothing that is stored is missed.
    for await (const bytes of db.collection(collection).find({}, { raw: true, comment })) {
      const stored = Buffer.from(bytes as unknown as Uint8Array)
      for (const text of textsIn(stored, texts)) found.add(`${collection}: ${text}`)
    }
  }
  return [...found].toSorted()
}

/** The texts that some bytes contain, ignoring the case of Latin letters. */
function textsIn(bytes: Buffer, texts: readonly string[]): string[] {
  const stored = bytes.toString('latin1').toLowerCase()
  return texts.filter((text) => stored.includes(Buffer.from(text.toLowerCase()).toString('latin1')))
}
