import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backupsIn, manifestName, newestBackup, segmentsIn } from './folder.ts'
import type { FollowParts } from './follow-oplog.ts'
import { signManifest } from './manifest.ts'
import { backUpIfDue, runBackups } from './run-backups.ts'

let folder: string
let now: Date
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jhatpat-run-backups-'))
  now = new Date('2026-11-29T12:00:00Z')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const minuteMs = 60_000
const env = { BACKUP_EVERY_HOURS: 24, SECRET_KEY: 'a'.repeat(44), SECRET_KEY_PREVIOUS: '' }
const clock = { now: () => now }
const idOf = (at: Date) => at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
const secondsOf = (at: Date) => ({ t: Math.floor(at.getTime() / 1_000), i: 0 })

/** A backup that was begun this long ago, with a manifest. @returns its id */
function addBackup(ageMs: number): string {
  const at = new Date(now.getTime() - ageMs)
  const id = idOf(at)
  const path = join(backupsIn(folder), id)
  mkdirSync(path, { recursive: true })
  const manifest = {
    kind: 'backup' as const,
    format: 1 as const,
    database: 'shop',
    recipient: '',
    migrations: [] as string[],
  }
  writeFileSync(
    join(path, manifestName),
    signManifest(env as never, { ...manifest, id, snapshot: secondsOf(at), collections: [] }),
  )
  return id
}

/** A segment of the tail between two times, given as ages. */
function addSegment(fromMs: number, toMs: number): void {
  mkdirSync(segmentsIn(folder), { recursive: true })
  const [from, to] = [fromMs, toMs].map((ms) => secondsOf(new Date(now.getTime() - ms)).t)
  writeFileSync(join(segmentsIn(folder), `${from}.000000-${to}.000000.json`), '')
}

async function run(isNeeded: boolean, backUp = async () => ({ taken: {}, expired: [] })) {
  let count = 0
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const counted = () => {
    count += 1
    return backUp()
  }
  const parts = { folder, env, log, clock, backUp: counted }
  return { ...(await backUpIfDue(parts as never, isNeeded)), count }
}

describe('a backup', () => {
  it('is taken when it is due', async () => {
    expect(await run(false)).toMatchObject({ count: 1, isTaken: true })
    addBackup(23 * hourMs)
    expect(await run(false)).toEqual({ count: 0, isTaken: false, waitMs: hourMs })
  })

  it('is taken before it is due when the tail has a gap, and tried again soon when it fails', async () => {
    addBackup(hourMs)
    expect(await run(true)).toMatchObject({ count: 1, isTaken: true })
    const failed = await run(true, () => Promise.reject(new Error('the disk is full')))
    expect(failed).toEqual({ count: 1, isTaken: false, waitMs: 5 * minuteMs })
  })

  it('is due although a clock that was wrong has left one with a time to come', async () => {
    addBackup(-40 * dayMs)
    expect(await run(false)).toMatchObject({ count: 1, isTaken: true })
    addBackup(hourMs)
    expect(await run(false)).toEqual({ count: 0, isTaken: false, waitMs: 23 * hourMs })
  })

  it('with a time to come is restored only where there is no other', async () => {
    now = new Date()
    const early = addBackup(-40 * dayMs)
    expect(await newestBackup(folder)).toBe(early)
    const id = addBackup(hourMs)
    expect(await newestBackup(folder)).toBe(id)
    await expect(newestBackup(folder, new Date(now.getTime() - dayMs))).rejects.toThrow('no backup')
  })
})

type Wait = { ms: number; signal: AbortSignal; end(): void }

/** Runs with a fixed clock: each wait lasts until the test ends it. */
function start(backUp: (count: number) => void = () => undefined) {
  const stopping = new AbortController()
  const found = { taken: 0, recorded: [] as Date[], logged: [] as string[] }
  const pauses: Wait[] = []
  let waiting: ((wait: Wait) => void) | undefined
  let tail: FollowParts | undefined
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (_facts: object, text: string) => found.logged.push(text),
  }
  const parts = {
    ...{ folder, env, clock, log, signal: stopping.signal },
    backUp: async () => {
      found.taken += 1
      backUp(found.taken)
      addBackup(0)
      return { taken: {}, expired: [] }
    },
  }
  const running = runBackups(parts as never, {
    follow: (given) => {
      tail = given
      return new Promise((done) => given.signal.addEventListener('abort', () => done()))
    },
    record: async (_name, at) => void found.recorded.push(at),
    pause: (ms, signal) =>
      new Promise<void>((end) => {
        const pause = { ms, signal, end }
        signal.addEventListener('abort', () => end())
        if (signal.aborted) end()
        else if (waiting) waiting(pause)
        else pauses.push(pause)
      }),
  })
  return {
    found,
    tail: () => tail as Required<FollowParts>,
    /** The next pause that has begun. */
    nextWait: () => {
      const pause = pauses.shift()
      if (pause) return Promise.resolve(pause)
      return new Promise<Wait>((done) => {
        waiting = (next) => {
          waiting = undefined
          done(next)
        }
      })
    },
    stop: () => {
      stopping.abort()
      return running
    },
  }
}

/** Runs until the first backup is taken. @returns the run, and the pause after it */
async function startAndTake(backUp?: (count: number) => void) {
  const run = start(backUp)
  const first = await run.nextWait()
  first.end()
  return { ...run, pause: await run.nextWait() }
}

describe('the backups of a running shop', () => {
  it('begin after the tail, so that the two join, and are taken each day', async () => {
    const { found, tail, nextWait, stop } = start()
    const first = await nextWait()
    expect(tail()).toBeDefined()
    expect(found.taken).toBe(0)
    first.end()
    const daily = await nextWait()
    expect(daily.ms).toBe(dayMs)
    now = new Date(now.getTime() + dayMs)
    daily.end()
    await nextWait()
    expect(found.taken).toBe(2)
    await stop()
  })

  it('are taken at once when the tail has a gap, once for each', async () => {
    const { found, tail, nextWait, stop } = await startAndTake()
    now = new Date(now.getTime() + hourMs)
    tail().onGap()
    const next = await nextWait()
    expect([found.taken, next.ms]).toEqual([2, dayMs])
    now = new Date(now.getTime() + hourMs)
    next.end()
    expect((await nextWait()).ms).toBe(23 * hourMs)
    expect(found.taken).toBe(2)
    await stop()
  })

  it('are taken again when the tail gets a gap while one is being taken', async () => {
    let tail: (() => Required<FollowParts>) | undefined
    const run = start((count) => {
      if (count === 1) tail?.().onGap()
    })
    tail = run.tail
    ;(await run.nextWait()).end()
    await run.nextWait()
    expect(run.found.taken).toBe(2)
    await run.stop()
  })

  it('are tried again until one closes the gap', async () => {
    const { found, nextWait, pause, stop } = await startAndTake((count) => {
      if (count <= 2) throw new Error('the disk is full')
    })
    expect(pause.ms).toBe(5 * minuteMs)
    pause.end()
    const again = await nextWait()
    expect([found.taken, again.ms]).toEqual([2, 5 * minuteMs])
    again.end()
    expect((await nextWait()).ms).toBe(dayMs)
    expect(found).toMatchObject({ taken: 3, logged: ['backup failed', 'backup failed'] })
    await stop()
  })

  it('record that the tail is whole, once in five minutes, and not while it has a gap', async () => {
    const { found, tail, stop } = await startAndTake()
    const taken = now
    const save = async (afterMs: number) => {
      now = new Date(taken.getTime() + afterMs)
      await tail().onSaved()
      return found.recorded.length
    }
    addSegment(minuteMs, -minuteMs)
    expect(await save(minuteMs)).toBe(1)
    expect(await save(5 * minuteMs)).toBe(1)
    expect(await save(6 * minuteMs)).toBe(2)
    addSegment(-minuteMs, -2 * minuteMs)
    expect(await save(12 * minuteMs)).toBe(2)
    expect(found.logged).toEqual([])
    await stop()
  })

  it('record the tail by the newest backup, whatever a clock that was wrong has left', async () => {
    addBackup(-40 * dayMs)
    const { found, tail, stop } = await startAndTake()
    addSegment(minuteMs, -minuteMs)
    now = new Date(now.getTime() + minuteMs)
    rmSync(join(backupsIn(folder), idOf(new Date('2027-01-08T12:00:00Z')), manifestName))
    await tail().onSaved()
    expect(found).toMatchObject({ recorded: [now], logged: [] })
    await stop()
  })

  it('end with the tail when the process is to end', async () => {
    const { found, stop } = await startAndTake()
    await stop()
    expect(found.taken).toBe(1)
  })
})
