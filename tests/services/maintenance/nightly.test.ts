import * as admin from '@jhatpat/shared/contracts/admin.ts'
import { JournalEntryModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { JobRunModel } from '@jhatpat/shared/platform/job-runs.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { superviseLedgerCheck, verifyLedgerHandler } from '../../../workers/src/maintenance/verify-ledger.ts'
import { until } from '../../support/buying.ts'
import { insertAdmin } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'

const name = 'ledger.verify'
const hourMs = 3_600_000

let service: Service

beforeAll(async () => {
  service = await startService({ workers: true })
})
afterAll(() => service.stop())

const queue = () => service.deps.queues.all.maintenance
const runsAhead = async () => (await queue().getDelayed()).filter((job) => job.name === name).length
const succeededAt = async () => (await JobRunModel.findById(name).lean())?.succeededAt

/** Dependencies with a log that records its alerts. */
function listening() {
  const alerts: string[] = []
  const log = { ...service.deps.log, fatal: (_facts: unknown, text: string) => alerts.push(text) }
  return { alerts, deps: { ...service.deps, log: log as never } }
}

it('the nightly check is scheduled for three in India, and stays scheduled when it is supervised again', async () => {
  const { deps } = listening()
  const planned = await queue().getJobScheduler(name)
  expect(new Date((planned?.next ?? 0) + 5.5 * hourMs).toISOString()).toMatch(/T03:00:00/)
  await superviseLedgerCheck(deps)
  expect(await queue().getJobScheduler(name)).toEqual(planned)
  expect(await runsAhead()).toBe(1)
})

it('is scheduled again after Redis was emptied', async () => {
  await queue().obliterate({ force: true })
  expect(await queue().getJobSchedulersCount()).toBe(0)
  await superviseLedgerCheck(listening().deps)
  expect((await queue().getJobScheduler(name))?.next).toBeGreaterThan(Date.now())
  expect(await runsAhead()).toBe(1)
})

it('records its success, and runs again by itself when a night was missed', async () => {
  await verifyLedgerHandler.handle(service.deps, {})
  const first = (await succeededAt())?.getTime() ?? 0
  expect(first).toBeGreaterThan(0)
  const { alerts, deps } = listening()
  service.clock.advance(24.5 * hourMs)
  await superviseLedgerCheck(deps)
  expect((await queue().getJobs()).filter(({ id }) => id?.includes('again'))).toEqual([])
  expect((await succeededAt())?.getTime()).toBe(first)
  service.clock.advance(hourMs)
  await superviseLedgerCheck(deps)
  await until(
    async () => (await succeededAt())?.getTime() ?? 0,
    (time) => time > first + 25 * hourMs,
  )
  expect(alerts).toEqual([])
})

it('raises an alert, and is listed as overdue, when it has not succeeded for 26 hours', async () => {
  const meera = await service.as(await insertAdmin())
  const checks = async () => (await meera.call(admin.maintenance)).filter(({ kind }) => kind === 'check')
  const { alerts, deps } = listening()
  const last = new Date(service.clock.now().getTime() - 27 * hourMs)
  // As if it had been tried today and had failed: nothing runs it again.
  await queue().pause()
  await JobRunModel.updateOne({ _id: name }, { succeededAt: last })
  await superviseLedgerCheck(deps)
  expect(alerts).toEqual(['ledger verification overdue'])
  expect(await checks()).toMatchObject([
    {
      id: name,
      task: 'verify',
      status: 'Late',
      reason: 'It has not succeeded for 27 hours',
      dueAt: new Date(last.getTime() + 24 * hourMs).toISOString(),
    },
  ])
  await verifyLedgerHandler.handle(deps, {})
  await superviseLedgerCheck(deps)
  expect(alerts).toHaveLength(1)
  expect(await checks()).toEqual([])
  await queue().resume()
})

it('counts as late from when it was first expected if it has never succeeded', async () => {
  const { alerts, deps } = listening()
  const expectedSince = new Date(service.clock.now().getTime() - 26.1 * hourMs)
  await queue().pause()
  await JobRunModel.replaceOne({ _id: name }, { _id: name, expectedSince })
  await superviseLedgerCheck(deps)
  expect(alerts).toHaveLength(1)
  await queue().resume()
})

it('seals days that have ended, and raises the alert for an entry that is added to one afterwards', async () => {
  const at = service.clock.now()
  const postings = [
    { account: 'adjustments', amountPaise: 1 },
    { account: 'sales', amountPaise: -1 },
  ]
  // Past `postEntries`: a manual write in the database.
  const insert = (ref: string) =>
    JournalEntryModel.collection.insertOne({
      _id: `adjustment:${ref}`,
      kind: 'adjustment',
      ref,
      currency: 'INR',
      postings,
      at,
    } as never)
  await insert('in-time')
  service.clock.advance(48 * hourMs)
  await verifyLedgerHandler.handle(service.deps, {})
  await insert('late')
  const { alerts, deps } = listening()
  await expect(verifyLedgerHandler.handle(deps, {})).rejects.toThrow('the ledger has 1 differences')
  expect(alerts).toEqual(['the ledger does not balance'])
  await JournalEntryModel.collection.deleteOne({ _id: 'adjustment:late' as never })
  await verifyLedgerHandler.handle(service.deps, {})
})
