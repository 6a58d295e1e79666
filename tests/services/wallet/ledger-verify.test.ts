import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { WalletModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { giveMoney } from '../../support/buying.ts'
import { aUser } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'

const script = join(import.meta.dirname, '../../../scripts/ledger-verify.ts')
let service: Service

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** `npm run ledger:verify` on the test's database. */
const verify = () =>
  new Promise<{ code: number; text: string }>((done) => {
    const env = { ...process.env, MONGODB_URI: service.env.MONGODB_URI }
    execFile(process.execPath, [script], { env }, (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), text: stdout + stderr }),
    )
  })

it('says that the ledger agrees, or where not, by its words and its exit code', async () => {
  const user = await aUser()
  await giveMoney(user, 50_000)
  const agrees = await verify()
  expect(agrees.text).toMatch(
    /^ledger of MONGODB_URI: 2 entries in 1 sets over 2 accounts, no differences, \d+\.\d s\n$/,
  )
  expect(agrees.code).toBe(0)
  await WalletModel.updateOne({ _id: user._id }, { $inc: { balancePaise: 100 } })
  const differs = await verify()
  expect(differs.code).toBe(1)
  expect(differs.text).toContain('accounts, 1 difference, ')
  expect(differs.text).toMatch(
    new RegExp(`wallet differs +wallet:${user._id.toString()} +500\\.00 +501\\.00`),
  )
})
