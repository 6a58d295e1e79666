import { appendFile, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { type JournalEntry, openJournal } from './journal.ts'

describe('a journal', () => {
  let file = ''
  beforeEach(async () => {
    file = path.join(await mkdtemp(path.join(tmpdir(), 'journal-')), 'x.jsonl')
  })

  it('has an entry on disk before it resolves', async () => {
    const journal = await openJournal(file, () => {})
    await journal.append('delivery', { order_id: 'S1' })
    expect(await readFile(file, 'utf8')).toMatch(/^\{"seq":1,.*"kind":"delivery","order_id":"S1"\}\n$/)
    await journal.close()
  })

  it('keeps the order of entries made at once', async () => {
    const journal = await openJournal(file, () => {})
    await Promise.all(Array.from({ length: 50 }, (_, n) => journal.append('n', { n })))
    await journal.close()
    const seen: JournalEntry[] = []
    await (await openJournal(file, (entry) => seen.push(entry))).close()
    expect(seen.map((entry) => entry.n)).toEqual(Array.from({ length: 50 }, (_, n) => n))
    expect(seen.map((entry) => entry.seq)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
  })

  it('drops a partial line left by a killed process', async () => {
    const first = await openJournal(file, () => {})
    await first.append('a', {})
    await first.close()
    await appendFile(file, '{"seq":2,"kin')
    const again = await openJournal(file, () => {})
    await again.append('b', {})
    await again.close()
    const kinds: string[] = []
    await (await openJournal(file, (entry) => kinds.push(entry.kind))).close()
    expect(kinds).toEqual(['a', 'b'])
  })
})
