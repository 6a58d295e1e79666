import { describe, expect, it, vi } from 'vitest'
import { createLogger } from './logger.ts'
import type { Queues } from './queues.ts'
import { runInProcess } from './run-in-process.ts'

const now = new Date('2026-11-21T10:00:00Z')
const notify = { queue: 'notifications', name: 'order.notify' } as const
const buy = { queue: 'fulfil-moogold', name: 'order.fulfil' } as const
const due = { at: now, seq: 1 }

/** A runner whose work lasts until `letGo`, and a queue that records its jobs. */
function aRunner(fails = false) {
  const queued: string[] = []
  const begun: { id: string; document: unknown }[] = []
  const gate = Promise.withResolvers<void>()
  const logged: string[] = []
  const queues = { enqueue: async (_job, id) => queued.push(id) > 0 } as Pick<Queues, 'enqueue'> as Queues
  const runner = runInProcess(queues, {
    clock: { now: () => now },
    log: createLogger('test', 'error', { write: (line) => void logged.push(line) }),
    handlers: {
      'order.notify': async (id, _seq, document) => {
        begun.push({ id, document })
        if (fails) throw new Error('it broke')
        await gate.promise
      },
    },
  })
  const ids = () => begun.map(({ id }) => id)
  return { runner, queued, begun, ids, logged, letGo: gate.resolve }
}

describe('tasks that are due now', () => {
  it('start in the process with the document that made them due, and skip the queue', async () => {
    const { runner, queued, begun } = aRunner()
    expect(await runner.queues.enqueue(notify, 'JP1', { ...due, document: 'as committed' })).toBe(true)
    expect(begun).toEqual([{ id: 'JP1', document: 'as committed' }])
    expect(queued).toEqual([])
  })

  it('are enqueued when due later or of another kind', async () => {
    const { runner, queued, begun } = aRunner()
    await runner.queues.enqueue(notify, 'later', { at: new Date(now.getTime() + 1), seq: 1 })
    await runner.queues.enqueue(buy, 'other', due)
    expect(queued).toEqual(['later', 'other'])
    expect(begun).toEqual([])
  })

  it('run 32 at once; 500 wait, without their document, which may be outdated; more are enqueued', async () => {
    const { runner, queued, begun, ids, letGo } = aRunner()
    const all = Array.from({ length: 533 }, (_, index) => String(index))
    for (const id of all) await runner.queues.enqueue(notify, id, { ...due, document: id })
    expect(ids()).toEqual(all.slice(0, 32))
    expect(queued).toEqual(['532'])
    letGo()
    await vi.waitFor(() => expect(ids()).toEqual(all.slice(0, 532)))
    expect(begun.filter(({ document }) => document !== undefined)).toHaveLength(32)
  })

  it('log a failure and do not block the next', async () => {
    const { runner, ids, logged } = aRunner(true)
    for (let count = 0; count < 40; count += 1) await runner.queues.enqueue(notify, String(count), due)
    await vi.waitFor(() => expect(logged).toHaveLength(40))
    expect(ids()).toHaveLength(40)
    expect(logged[0]).toContain('it broke')
  })
})

it('stops when running tasks have ended, and enqueues the waiting ones', async () => {
  const { runner, queued, ids, letGo } = aRunner()
  for (let count = 0; count < 34; count += 1) await runner.queues.enqueue(notify, String(count), due)
  let isStopped = false
  const stopping = runner.stop().then(() => {
    isStopped = true
  })
  await vi.waitFor(() => expect(queued).toEqual(['32', '33']))
  await runner.queues.enqueue(notify, 'late', due)
  expect(queued).toEqual(['32', '33', 'late'])
  expect(isStopped).toBe(false)
  letGo()
  await stopping
  expect(ids()).toHaveLength(32)
})
