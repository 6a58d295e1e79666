import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, ZSTD_c_compressionLevel } = zlib.constants

/** At the highest level: a build is compressed once, and a request never. */
const forms: { suffix: string; compress(bytes: Buffer): Promise<Buffer> }[] = [
  {
    suffix: '.br',
    compress: (bytes) =>
      promisify(zlib.brotliCompress)(bytes, {
        params: { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_SIZE_HINT]: bytes.length },
      }),
  },
  {
    suffix: '.zst',
    compress: (bytes) => promisify(zlib.zstdCompress)(bytes, { params: { [ZSTD_c_compressionLevel]: 19 } }),
  },
  { suffix: '.gz', compress: (bytes) => promisify(zlib.gzip)(bytes, { level: 9 }) },
]

/** Compressed formats, such as fonts and photographs, would only grow. */
const isText = (name: string) => /\.(js|mjs|css|svg|json|txt|xml|webmanifest)$/.test(name)

/** A smaller reply fits one packet uncompressed. */
const leastBytes = 1_000

/** Writes `.br`, `.zst` and `.gz` beside each file of a build that becomes smaller, for the api to serve. */
export async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const texts = entries.filter((entry) => entry.isFile() && isText(entry.name))
  for (const { parentPath, name } of texts) {
    const path = join(parentPath, name)
    const bytes = await readFile(path)
    if (bytes.length >= leastBytes) await writeForms(path, bytes)
  }
}

async function writeForms(path: string, bytes: Buffer): Promise<void> {
  await Promise.all(
    forms.map(async ({ suffix, compress }) => {
      const packed = await compress(bytes)
      if (packed.length < bytes.length) await writeFile(path + suffix, packed)
    }),
  )
}
