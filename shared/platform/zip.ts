import { Zip, ZipPassThrough } from 'fflate'

/** A file in a zip: its name in ASCII, and its text, whole or in parts. */
export type ZipFile = { name: string; text: string | AsyncIterable<string> }

/**
 * The bytes of a zip, file after file, uncompressed. One part of a text at a time is in memory.
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
    for await (const part of typeof text === 'string' ? [text] : text) {
      file.push(Buffer.from(part))
      yield* chunks.splice(0)
    }
    file.push(new Uint8Array(), true)
    yield* chunks.splice(0)
  }
  zip.end()
  yield* chunks
}
