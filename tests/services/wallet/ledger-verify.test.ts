import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { FullCheckModel, sealDays } from '@jhatpat/shared/domain/maintenance/index.ts'
import { JournalEntryModel, WalletModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { giveMoney } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'

const script = join(import.meta.dirname, '../../../scripts/cli.ts')
let service: Service

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** `npm run ledger:verify` on the test's database. */
const verify = (...options: string[]) =>
  new Promise<{ code: number; text: string }>((done) => {
    const env = { ...process.env, MONGODB_URI: service.env.MONGODB_URI }
    execFile(process.execPath, [script, 'ledger:verify', ...options], { env }, (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), text: stdout + stderr }),
    )
  })

it('reports that the ledger agrees, or where it differs, in its output and exit code', async () => {
  const user = await insertCustomer()
  await giveMoney(user, 50_000)
  const agrees = await verify()
  expect(agrees.text).toMatch(
    /^ledger of MONGODB_URI: 2 postings in 1 entries, \d+ wallets, 0 closed orders folded from their history, no differences, \d+\.\d s\n$/,
  )
  expect(agrees.code).toBe(0)
  await WalletModel.updateOne({ _id: user._id }, { $inc: { balancePaise: 100 } })
  const differs = await verify()
  expect(differs.code).toBe(1)
  expect(differs.text).toContain('history, 1 difference, ')
  expect(differs.text).toMatch(
    new RegExp(`wallet differs +wallet:${user._id.toString()} +500\\.00 +501\\.00`),
  )
})

it('compares every sealed day with its entries on --full, and names the one that was added', async () => {
  const at = new Date('2026-01-10T12:00:00+05:30')
  const entry = { _id: 'adjustment:old', kind: 'adjustment', ref: 'old', currency: 'INR', at }
  const postings = [
    { account: 'adjustments', amountPaise: 1 },
    { account: 'sales', amountPaise: -1 },
  ]
  await JournalEntryModel.collection.insertOne({ ...entry, postings } as never)
  await sealDays(new Date('2026-01-12T03:00:00+05:30'))
  await JournalEntryModel.collection.insertOne({
    ...entry,
    _id: 'adjustment:late',
    ref: 'late',
    postings,
  } as never)
  const full = await verify('--full')
  expect(full.code).toBe(1)
  expect(full.text).toMatch(
    /sealed day: entry added +adjustment:late \(adjustments 1, sales -1\) +money\/2026-01-10/,
  )
  expect(full.text).toMatch(/, 1 entries in 2 sealed days, begun at 20\S+Z, 2 differences, /)
  expect(full.text).toMatch(/^read \d+ entries, .+; next: balances of money$/m)
  await JournalEntryModel.collection.deleteOne({ _id: 'adjustment:late' as never })
})

it('restarts the verification of the whole history on --restart, which needs --full', async () => {
  const counts = { entries: 0, postings: 0, balances: 0, replayed: 0 }
  const begun = {
    run: 'stopped',
    startedAt: new Date('2026-01-13T03:00:00+05:30'),
    stage: 7,
    from: '',
    counts,
  }
  await FullCheckModel.create({ _id: 'full', ...begun })
  expect((await verify('--full', '--restart')).text).not.toContain('2026-01-12')
  await FullCheckModel.create({ _id: 'full', ...begun })
  const continued = await verify('--full')
  expect(continued.text).toContain('continuing the verification that began at 2026-01-12T21:30:00.000Z')
  expect(continued.text).toContain('ledger of MONGODB_URI: 0 postings in 0 entries, ')
  const alone = await verify('--restart')
  expect(alone.code).toBe(2)
  expect(alone.text).toContain('--restart goes with --full')
})
