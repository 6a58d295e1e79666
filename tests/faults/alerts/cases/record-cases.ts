import { randomUUID } from 'node:crypto'
import { addNote } from '@jhatpat/shared/contracts/order-details.ts'
import { personOf } from '../../../support/person.ts'
import { waitFor } from '../../environment/wait.ts'
import type { AlertCase, AlertStage } from './alert-case.ts'
import { placeOrder, runNow } from './stage-actions.ts'

const hourMs = 3_600_000
const tamperedPaise = 12_345

/** A posting is changed behind the shop's back; the nightly verification, which finds it, is run at once. */
export const moneyAdrift: AlertCase = {
  alert: 'MoneyAdrift',
  fault: 'an amount of the ledger was changed in the database',
  async prepare({ environment }) {
    const entries = environment.db.collection<{ _id: string }>('journal_entries')
    const entry = await entries.findOne({})
    if (!entry) throw new Error('the ledger is empty')
    const change = async (paise: number) => {
      await entries.updateOne({ _id: entry._id }, { $inc: { 'postings.0.amountPaise': paise } })
      await runNow(environment, 'ledger.verify')
    }
    return { begin: () => change(tamperedPaise), end: () => change(-tamperedPaise) }
  },
}

/** How long before the limit a job's last success is set: the rest of its time passes by the clock. */
const remainingMs = 5_000

/** The job does not run: its last success is made as old as its limit, divided by the factor, allows for a few seconds more. */
async function ageSuccess({ environment, factor }: AlertStage, job: string, limitMs: number): Promise<void> {
  const succeededAt = new Date(Date.now() - limitMs / factor + remainingMs)
  const { matchedCount } = await environment.db
    .collection<{ _id: string }>('job_runs')
    .updateOne({ _id: job }, { $set: { succeededAt } })
  if (matchedCount === 0) throw new Error(`the shop does not expect ${job}`)
}

export const ledgerLate: AlertCase = {
  alert: 'VerificationLate',
  fault: 'the nightly verification of the ledger does not run',
  prepare: async (stage) => ({
    begin: () => ageSuccess(stage, 'ledger.verify', 26 * hourMs),
    end: async () => void (await runNow(stage.environment, 'ledger.verify')),
  }),
}

export const auditLate: AlertCase = {
  alert: 'VerificationLate',
  fault: 'the hourly verification of the audit log does not run',
  prepare: async (stage) => ({
    begin: () => ageSuccess(stage, 'audit.verify', 3 * hourMs),
    end: async () => void (await runNow(stage.environment, 'audit.verify')),
  }),
}

export const backupLate: AlertCase = {
  alert: 'BackupLate',
  fault: 'no backup is taken',
  prepare: async (stage) => ({
    begin: () => ageSuccess(stage, 'backup', 26 * hourMs),
    end: () => stage.cli('backup'),
  }),
}

/** A row is changed behind the shop's back; the hourly verification, which finds it, is run at once. */
export const auditChainBroken: AlertCase = {
  alert: 'AuditChainBroken',
  fault: 'a row of the audit log was changed in the database',
  async prepare(stage) {
    const { environment } = stage
    const admin = personOf(environment.apiUrls[0] ?? '', environment.shop.admin.token)
    const id = await placeOrder(stage, 'crystals')
    const body = { text: 'The customer called.' }
    await admin.call(addNote, { params: { id }, body, idempotencyKey: randomUUID() })
    const { db } = environment
    const isSealed = async () => (await db.collection('audit_seals').countDocuments()) > 0
    await waitFor('a row of the audit log is sealed', isSealed)
    const rows = db.collection<{ _id: string; reason: string }>('audit_log')
    const row = await rows.findOne({})
    if (!row) throw new Error('the audit log is empty')
    const change = async (reason: string) => {
      await rows.updateOne({ _id: row._id }, { $set: { reason } })
      await runNow(environment, 'audit.verify')
    }
    return { begin: () => change('another reason'), end: () => change(row.reason) }
  },
}
