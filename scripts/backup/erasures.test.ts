import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addErasures, type Erasure, erasuresFile, readErasures } from './erasures.ts'

let folder: string
const path = () => join(folder, erasuresFile)
const list = () => readFileSync(path(), 'utf8')
const erasure = (digit: number): Erasure => ({
  userId: String(digit).repeat(24),
  erasedAt: `2026-11-2${digit}T10:00:00.000Z`,
})
const line = (digit: number) => `${JSON.stringify(erasure(digit))}\n`
const add = (...found: Erasure[]) => addErasures(folder, async () => found)
const always = new Date(0)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jhatpat-erasures-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('recording erasures', () => {
  it('begins the list, and adds only those that it does not have', async () => {
    await add(erasure(1))
    await add(erasure(1), erasure(2))
    expect(list()).toBe(line(1) + line(2))
  })

  it('reads the database from a day before the last one', async () => {
    writeFileSync(path(), line(3))
    const asked: string[] = []
    await addErasures(folder, async (since) => {
      asked.push(since.toISOString())
      return []
    })
    expect(asked).toEqual(['2026-11-22T10:00:00.000Z'])
  })

  it('replaces a last line that was cut off while it was written, wherever it was cut', async () => {
    for (let length = 1; length < line(2).length; length += 1) {
      writeFileSync(path(), line(1) + line(2).slice(0, length))
      await add(erasure(1), erasure(2))
      expect(list(), `cut after ${length}`).toBe(line(1) + line(2))
    }
  })

  it('removes a last line that was cut off, also when there is nothing to add', async () => {
    writeFileSync(path(), `${line(1)}{"userId":"22\0\0\xff`, 'latin1')
    await add(erasure(1))
    expect(list()).toBe(line(1))
  })

  it('keeps a complete last line whose end of line is missing', async () => {
    writeFileSync(path(), line(1) + line(2).trimEnd())
    await add()
    expect(list()).toBe(line(1) + line(2))
  })

  it('saves nothing while another line cannot be read', async () => {
    writeFileSync(path(), `${line(1)}{"userId":"u1"}\n${line(2)}`)
    await expect(add(erasure(3))).rejects.toThrow(
      `Line 2 of ${erasuresFile} is no erasure. Nothing was saved`,
    )
    expect(list()).not.toContain(erasure(3).userId)
  })

  it('fails when the list cannot be read', async () => {
    mkdirSync(path())
    await expect(add(erasure(1))).rejects.toThrow('EISDIR')
  })
})

describe('the erasures that are repeated', () => {
  it('are none without a list', async () => {
    expect(await readErasures(folder, always)).toEqual([])
  })

  it('are those since the moment, as far as clocks agree', async () => {
    writeFileSync(path(), line(1) + line(2) + line(3))
    expect(await readErasures(folder, new Date('2026-11-22T10:59:00Z'))).toEqual([erasure(2), erasure(3)])
  })

  it('leave out a last line that was cut off: nothing that was saved is newer than the line before', async () => {
    writeFileSync(path(), line(1) + line(2).slice(0, 30))
    expect(await readErasures(folder, always)).toEqual([erasure(1)])
  })

  it('have a complete last line whose end of line is missing', async () => {
    writeFileSync(path(), line(1) + line(2).trimEnd())
    expect(await readErasures(folder, always)).toEqual([erasure(1), erasure(2)])
  })

  it('are refused while another line cannot be read', async () => {
    writeFileSync(path(), `${line(1)}{"userId":"22\n${line(3)}`)
    await expect(readErasures(folder, always)).rejects.toThrow(
      `Line 2 of ${erasuresFile} is no erasure. Nothing was restored.`,
    )
  })
})
