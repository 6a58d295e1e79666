import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { applyRetention } from './retention.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jhatpat-retention-'))
  mkdirSync(join(folder, 'oplog'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const now = new Date('2026-11-29T12:00:00Z')
const addBackup = (id: string) => mkdirSync(join(folder, 'backups', id), { recursive: true })
const secondsOf = (time: string) => new Date(time).getTime() / 1_000
const addSegment = (from: string, to: string) =>
  writeFileSync(join(folder, 'oplog', `${secondsOf(from)}.000000-${secondsOf(to)}.000000.json`), '')
const backups = () => readdirSync(join(folder, 'backups')).sort()

describe('retention', () => {
  it('goes by the time in the id, and keeps the newest however old it is', async () => {
    for (const id of ['20261101T030000Z', '20261102T030000Z']) addBackup(id)
    expect(await applyRetention({ folder }, { keepDays: 14, now })).toEqual(['20261101T030000Z'])
    expect(backups()).toEqual(['20261102T030000Z'])
  })

  it('does not take a folder with a time to come for the newest backup', async () => {
    for (const id of ['20261102T030000Z', '20991231T000000Z']) addBackup(id)
    expect(await applyRetention({ folder }, { keepDays: 14, now })).toEqual([])
    expect(backups()).toHaveLength(2)
  })

  it('keeps the tail from an hour before the oldest backup: a secondary may have been behind', async () => {
    addBackup('20261128T030000Z')
    addSegment('2026-11-28T01:00:00Z', '2026-11-28T01:59:00Z')
    addSegment('2026-11-28T01:59:00Z', '2026-11-28T02:30:00Z')
    await applyRetention({ folder }, { keepDays: 14, now })
    expect(readdirSync(join(folder, 'oplog'))).toHaveLength(1)
  })
})
