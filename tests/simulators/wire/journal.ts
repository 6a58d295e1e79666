import { mkdir, open, readFile, truncate } from 'node:fs/promises'
import path from 'node:path'

export type JournalEntry = { seq: number; at: string; kind: string } & Record<string, unknown>

export type Journal = {
  readonly entries: readonly JournalEntry[]
  /** Folds the entry in immediately; resolves when it is on disk. Reply to a request only after that. */
  append(kind: string, facts: Record<string, unknown>): Promise<JournalEntry>
  /** Deletes everything, on disk too. */
  clear(): Promise<void>
  close(): Promise<void>
}

/**
 * An append-only file of JSON lines: what a vendor did, whatever it answered. `fold` receives every entry
 * in order, those of earlier runs first, so that no state is stored elsewhere.
 */
export async function openJournal(file: string, fold: (entry: JournalEntry) => void): Promise<Journal> {
  await mkdir(path.dirname(file), { recursive: true })
  const entries = await readEntries(file)
  entries.forEach(fold)
  const handle = await open(file, 'a')
  let waiting: string[] = []
  let flush: Promise<void> | undefined

  async function write(): Promise<void> {
    const lines = waiting.join('')
    waiting = []
    flush = undefined
    await handle.appendFile(lines)
    await handle.datasync()
  }

  let last: Promise<void> = Promise.resolve()
  return {
    entries,
    async append(kind, facts) {
      const seq = (entries.at(-1)?.seq ?? 0) + 1
      const entry: JournalEntry = { seq, at: new Date().toISOString(), kind, ...facts }
      entries.push(entry)
      fold(entry)
      waiting.push(`${JSON.stringify(entry)}\n`)
      flush ??= last = last.then(write)
      await flush
      return entry
    },
    async clear() {
      await last
      entries.length = 0
      await truncate(file, 0)
    },
    async close() {
      await last
      await handle.close()
    },
  }
}

/**
 * A process killed while writing leaves a partial line; no reply was sent for that entry, so it is removed.
 */
async function readEntries(file: string): Promise<JournalEntry[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const complete = text.slice(0, text.lastIndexOf('\n') + 1)
  if (complete.length < text.length) await truncate(file, Buffer.byteLength(complete))
  return complete
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as JournalEntry)
}
