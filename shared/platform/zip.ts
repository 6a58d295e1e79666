import { Zip, ZipPassThrough } from 'fflate'

/** A file in a zip: its name in ASCII, and its text. */
export type ZipFile = { name: string; text: string }

/**
 * Streams a zip without compression. One file at a time is in memory.
 * @param at modification time of the files, written in UTC
 */
export async function* zipOf(files: AsyncIterable<ZipFile> | Iterable<ZipFile>, at: Date) {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  // fflate writes the local time of the date that it is given.
  const mtime = new Date(at.getTime() + at.getTimezoneOffset() * 60_000)
  for await (const { name, text } of files) {
    const file = Object.assign(new ZipPassThrough(name), { mtime, os: 3, attrs: 0o100644 << 16 })
    zip.add(file)
    file.push(Buffer.from(text), true)
    yield* chunks.splice(0)
  }
  zip.end()
  yield* chunks
}
