import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { committedOf, createSaver, timestampOf } from './follow-oplog.ts'
import type { ClusterTime } from './manifest.ts'

const at = (t: number): ClusterTime => ({ t, i: 1 })
const entry = (t: number) => mongoose.mongo.BSON.serialize({ ts: timestampOf(at(t)) })

function createTail() {
  const written: { from: number; to: number; entries: number }[] = []
  const saver = createSaver(at(1), async ({ from, to }, entries) => {
    written.push({ from: from.t, to: to.t, entries: entries.length })
  })
  return { written, saver }
}

describe('the entries that are saved', () => {
  it('are those that a majority has; the others follow once it has them', async () => {
    const { written, saver } = createTail()
    for (const t of [2, 3, 4]) saver.add(entry(t))
    await saver.flush(at(3))
    expect(written).toEqual([{ from: 1, to: 3, entries: 2 }])
    await saver.flush(at(3))
    await saver.flush(at(9))
    expect(written.slice(1)).toEqual([{ from: 3, to: 4, entries: 1 }])
  })

  it('never go back', () => {
    const { saver } = createTail()
    saver.add(entry(3))
    expect(() => saver.add(entry(2))).toThrow('went back')
    expect(() => saver.add(entry(3))).toThrow('went back')
  })

  it('reach as far as nothing more was written, and not beyond what a majority has', async () => {
    const { written, saver } = createTail()
    saver.reach(at(8))
    saver.reach(at(5))
    await saver.flush(at(7))
    expect(written).toEqual([{ from: 1, to: 7, entries: 0 }])
  })
})

describe('what a majority has', () => {
  const before = { member: 'a:27017', term: '1', committed: at(1) }

  it('is what the member says that is read from', () => {
    expect(committedOf(before, { ...before, committed: at(5) })).toEqual(at(5))
  })

  it('is not known after an election, also if the same member won it', () => {
    expect(() => committedOf(before, { member: 'b:27017', term: '2', committed: at(5) })).toThrow('b:27017')
    expect(() => committedOf(before, { ...before, term: '3', committed: at(5) })).toThrow('became primary')
  })
})
