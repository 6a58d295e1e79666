import { earlyCallbackJob, hearAgain } from '@jhatpat/shared/domain/payables/index.ts'
import { UnrecoverableError } from 'bullmq'
import * as z from 'zod'
import type { JobHandler } from '../job.ts'

/** The supplier's id of its order, and how often it was looked for. */
const EarlyCallback = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9-]{1,64}$/),
  seq: z.number().int().min(1),
})

/** What it waits for is looked into at its own pace too, so nothing is lost when this job is. */
export const earlyCallbackHandler: JobHandler = {
  job: earlyCallbackJob,
  isSwept: false,
  async handle(deps, data) {
    const parsed = EarlyCallback.safeParse(data)
    if (!parsed.success) throw new UnrecoverableError(`${earlyCallbackJob.name} got data of another shape`)
    await hearAgain(deps, parsed.data.id, parsed.data.seq)
  },
}
