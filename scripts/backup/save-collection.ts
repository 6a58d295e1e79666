import { join } from 'node:path'
import type mongoose from 'mongoose'
import { type ChunkFile, chunkBytes, encodeChunk, writeWhole } from './chunk-files.ts'
import { documentsAtOnce } from './throttle.ts'

type Client = ReturnType<typeof mongoose.connection.getClient>
type Session = ReturnType<Client['startSession']>

export const inSnapshot = (session: Session) => ({
  session,
  readConcern: { level: 'snapshot' as const },
  readPreference: 'secondaryPreferred' as const,
})

/**
 * Saves a collection as a snapshot session sees it, in files of `chunkBytes`.
 * @param throttle waits after each `documentsAtOnce`
 */
export async function saveCollection(
  { client, database, recipient }: { client: Client; database: string; recipient: string },
  { session, folder, throttle }: { session: Session; folder: string; throttle?: () => Promise<void> },
  name: string,
): Promise<{ files: ChunkFile[]; bytes: number }> {
  const files: ChunkFile[] = []
  let written = 0
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  const flush = async () => {
    if (waiting.length === 0) return
    const encoded = await encodeChunk(recipient, waiting)
    const fileName = `${name}.${String(files.length + 1).padStart(5, '0')}.bson.gz.age`
    const sha256 = await writeWhole(join(folder, fileName), encoded)
    files.push({ name: fileName, sha256, documents: waiting.length })
    written += encoded.length
    waiting = []
    waitingBytes = 0
  }
  const cursor = client
    .db(database)
    .collection(name)
    .find({}, { ...inSnapshot(session), raw: true, batchSize: documentsAtOnce })
  let read = 0
  for await (const document of cursor) {
    const bytes = document as unknown as Uint8Array
    waiting.push(bytes)
    waitingBytes += bytes.length
    if (waitingBytes >= chunkBytes) await flush()
    read += 1
    if (read % documentsAtOnce === 0) await throttle?.()
  }
  await flush()
  return { files, bytes: written }
}
