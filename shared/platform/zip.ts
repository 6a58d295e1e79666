import { crc32 } from 'node:zlib'

/** A file of an archive: its name in ASCII, and its text. */
export type ZipFile = { name: string; text: string }

/**
 * Streams a zip without compression (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT).
 * For a few files of a few megabytes: one is in memory at a time, and the directory of all at the
 * end.
 * @param at the files' modification time, in UTC
 */
export async function* zipOf(files: AsyncIterable<ZipFile> | Iterable<ZipFile>, at: Date) {
  const listed: Buffer[] = []
  let offset = 0
  for await (const { name, text } of files) {
    const data = Buffer.from(text)
    const common = commonOf(data, Buffer.byteLength(name), at)
    const head = Buffer.concat([u32(0x04034b50), common, Buffer.from(name)])
    // Made by UNIX, a plain file; no comment, first disk.
    const place = [u16(0), u16(0), u16(0), u32(0o100644 * 0x10000), u32(offset)]
    listed.push(Buffer.concat([u32(0x02014b50), u16(0x0314), common, ...place, Buffer.from(name)]))
    offset += head.length + data.length
    yield Buffer.concat([head, data])
  }
  const list = Buffer.concat(listed)
  const count = u16(listed.length)
  const end = [u32(0x06054b50), u16(0), u16(0), count, count, u32(list.length), u32(offset), u16(0)]
  yield Buffer.concat([list, ...end])
}

/**
 * The fields that a file has both before its data and in the directory: not compressed, UTF-8, no
 * extra field.
 */
function commonOf(data: Buffer, nameLength: number, at: Date): Buffer {
  const size = u32(data.length)
  const [date, time] = dosTime(at)
  const how = [u16(20), u16(0x0800), u16(0), u16(time), u16(date)]
  return Buffer.concat([...how, u32(crc32(data)), size, size, u16(nameLength), u16(0)])
}

/** Its resolution is two seconds. */
function dosTime(at: Date): [date: number, time: number] {
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return [date, time]
}

const u16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value >>> 0)
  return bytes
}
