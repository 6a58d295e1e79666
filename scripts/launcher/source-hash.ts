import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** One hash over the names and contents of files and folders, so that a copy of the same sources has the same. */
export async function sourceHash(root: string, paths: string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const path of [...paths].sort()) {
    for (const file of await filesIn(root, path)) {
      hash
        .update(`${file}\0`)
        .update(await readFile(join(root, file)))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

async function filesIn(root: string, path: string): Promise<string[]> {
  const kind = await stat(join(root, path)).catch(() => undefined)
  if (!kind) return []
  if (kind.isFile()) return [path]
  const names = (await readdir(join(root, path))).filter((name) => !name.includes('.test.')).sort()
  const nested = await Promise.all(names.map((name) => filesIn(root, `${path}/${name}`)))
  return nested.flat()
}
