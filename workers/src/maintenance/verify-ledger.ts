import { verifyMoney } from '@jhatpat/shared/domain/checkout/index.ts'
import type { JobDefinition, Queues } from '@jhatpat/shared/platform/queues.ts'
import type { JobHandler } from '../job.ts'

export const verifyLedgerJob = {
  queue: 'maintenance',
  name: 'ledger.verify',
} as const satisfies JobDefinition

/** Differences fail the job, so that it stays on the queue board, and are logged as an alarm. */
export const verifyLedgerHandler: JobHandler = {
  job: verifyLedgerJob,
  isSwept: false,
  async handle(deps) {
    const { sets, faults } = await verifyMoney()
    if (faults.length === 0) return deps.log.info({ sets }, 'the ledger balances')
    deps.log.fatal({ sets, faults: faults.slice(0, 20) }, 'the ledger does not balance')
    throw new Error(`the ledger has ${faults.length} differences`)
  },
}

/** Every night at three in India; setting it again changes nothing. */
export async function scheduleNightly(queues: Queues): Promise<void> {
  const { queue, name } = verifyLedgerJob
  await queues.all[queue].upsertJobScheduler(
    name,
    { pattern: '0 3 * * *', tz: 'Asia/Kolkata' },
    { name, data: {} },
  )
}
