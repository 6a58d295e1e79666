import { createHash } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { Fault } from '../cli/kit/fault.ts'

const compress = promisify(gzip)
const decompress = promisify(gunzip)

/** Bytes of documents in one file: what a backup holds in memory of a collection at a time. */
export const chunkBytes = 8 * 1024 * 1024

/** A file of a backup, as its manifest describes it. `sha256`: of the file's bytes. */
export type ChunkFile = { name: string; sha256: string; documents: number }

/** Documents compressed and encrypted to a public key, in the format of age (age-encryption.org). */
export async function encodeChunk(recipient: string, documents: readonly Uint8Array[]): Promise<Uint8Array> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return encrypter.encrypt(await compress(Buffer.concat(documents), { level: 1 }))
}

/** @throws Fault when the private key is another one, or the bytes were changed */
export async function decodeChunk(identities: readonly string[], bytes: Uint8Array): Promise<Uint8Array> {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  const compressed = await decrypter.decrypt(bytes).catch(() => {
    throw new Fault('The private key does not open this backup, or its file was changed.')
  })
  return decompress(compressed)
}

/** Writes a file that is there whole or not at all, also after a power failure. @returns its SHA-256 in hex */
export async function writeWhole(path: string, bytes: Uint8Array | string): Promise<string> {
  const partial = `${path}.partial`
  const file = await open(partial, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(partial, path)
  return sumOf(bytes)
}

export const sumOf = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

/** @throws Fault when the file is missing or a byte of it has changed */
export async function readChecked(path: string, { name, sha256 }: Pick<ChunkFile, 'name' | 'sha256'>) {
  const bytes = await readFile(path).catch(() => {
    throw new Fault(`${name} is missing from the backup. Nothing was restored from it.`)
  })
  if (sumOf(bytes) !== sha256) throw new Fault(`${name} was changed since it was written: its sum differs.`)
  return bytes
}
