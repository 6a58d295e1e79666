import { glob } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { supplierAccounts, supplierNames } from '@jhatpat/shared/contracts/api-types.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { dueTasks } from '@jhatpat/shared/domain/maintenance/index.ts'
import { fulfilOrderJob } from '@jhatpat/shared/domain/orders/index.ts'
import { type JobDefinition, queueNames, supplierQueueOf } from '@jhatpat/shared/platform/job-definition.ts'
import { suppliers } from '@jhatpat/shared/providers/suppliers/registry.ts'
import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { concurrency, handlers } from './start-workers.ts'

const domain = fileURLToPath(import.meta.resolve('@jhatpat/shared/domain'))

const isDefinition = (value: unknown): value is JobDefinition =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).sort().join() === 'name,queue' &&
  queueNames.includes((value as JobDefinition).queue)

/** Every job that a slice defines in its `jobs.ts`. */
async function definitions(): Promise<JobDefinition[]> {
  const found: JobDefinition[] = []
  for await (const file of glob('*/jobs.ts', { cwd: domain })) {
    found.push(...Object.values(await import(`${domain}/${file}`)).filter(isDefinition))
  }
  return found
}

describe('the workers', () => {
  it('have a handler for every job that a slice defines', async () => {
    const handled = handlers.map((handler) => handler.job)
    const defined = await definitions()
    expect(defined.length).toBeGreaterThanOrEqual(4)
    for (const { name } of defined) expect(handled.map((job) => job.name)).toContain(name)
  })

  it('have one handler for a job', () => {
    const names = handlers.map((handler) => handler.job.name)
    expect(new Set(names).size).toBe(names.length)
  })

  it('have a queue for every supplier account', () => {
    const lines = supplierNames.map((name) => [
      ...new Set(supplierAccounts[name].map((apiType) => fulfilOrderJob({ item: { apiType } }).queue)),
    ])
    expect(lines).toEqual(supplierNames.map((name) => [`fulfil-${name.toLowerCase()}`]))
    expect(queueNames).toEqual(['payments', ...lines.flat(), 'notifications', 'catalogue', 'maintenance'])
    expect(new Set(queueNames).size).toBe(queueNames.length)
    expect(Object.keys(suppliers)).toEqual(supplierNames)
  })

  it('run no more calls of an account at once than its balance can distinguish', () => {
    const env = { BALANCE_CONCURRENCY: 8, SUPPLIER_CONCURRENCY: 10 } as Deps['env']
    const kinds = ['lookup', 'balance', 'idempotent_retry']
    const byName = Object.fromEntries(supplierNames.map((name, at) => [name, { evidence: kinds[at % 3] }]))
    expect(concurrency({ env, suppliers: { byName } as unknown as Deps['suppliers'] })).toEqual({
      payments: 20,
      notifications: 10,
      catalogue: 2,
      maintenance: 1,
      ...Object.fromEntries(supplierNames.map((name, at) => [supplierQueueOf(name), at % 3 === 1 ? 8 : 10])),
    })
  })

  it('sweep every task of a document, and have a handler for it', () => {
    const tasks = Object.values(mongoose.models).flatMap((model) =>
      Object.keys(model.schema.path('due')?.schema?.paths ?? {})
        .filter((task) => task !== 'sweepCount')
        .map((task) => `${model.modelName} due.${task}`),
    )
    const kinds = dueTasks.map((kind) => `${kind.model.modelName} ${kind.path}`)
    expect(tasks.length).toBeGreaterThanOrEqual(5)
    expect(kinds.sort()).toEqual(tasks.sort())
    const handled = handlers.map((handler) => handler.job.name)
    for (const work of dueTasks) expect(handled).toContain(work.name)
  })

  it.each([{}, null, { id: 'x!', seq: 1 }, { id: { $ne: null }, seq: 1 }, { id: 'a'.repeat(24), seq: '1' }])(
    'never retry invalid data: %j',
    async (data) => {
      for (const handler of handlers.filter((one) => one.isSwept)) {
        await expect((async () => handler.handle({} as never, data))()).rejects.toThrow(
          'data of another shape',
        )
      }
    },
  )
})
