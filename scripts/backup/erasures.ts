import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { Fault } from '../cli/kit/fault.ts'

const erasure = z.object({ userId: z.string(), erasedAt: z.iso.datetime() })

/** A person who was erased, by id. */
export type Erasure = z.output<typeof erasure>

/** In BACKUP_DIR, so that a lost database does not take it along: a line of JSON for each person. */
export const erasuresFile = 'erasures.jsonl'

/**
 * The erasures after a backup, which must be repeated in what is restored from it.
 * @throws Fault when a line cannot be read
 */
export async function readErasures(folder: string, since: Date): Promise<Erasure[]> {
  const text = await readFile(join(folder, erasuresFile), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map(parseLine).filter(({ erasedAt }) => new Date(erasedAt) >= since)
}

function parseLine(line: string, index: number): Erasure {
  try {
    return erasure.parse(JSON.parse(line))
  } catch {
    throw new Fault(`Line ${index + 1} of ${erasuresFile} is no erasure. Nothing was restored.`)
  }
}
