import mongoose from 'mongoose'
import type { JobDefinition } from '../../platform/job-definition.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { clearAccount } from './clear-account.ts'
import { clearPerson } from './clear-person.ts'
import { closeAccount, continueErasuresEveryMs, endClosing, system } from './close-account.ts'
import { ErasureModel, type IErasure, moveErasure } from './erasure-model.ts'
import { erasureRow } from './erasure-records.ts'
import type { ObstacleDeps } from './find-obstacles.ts'
import { readPerson } from './person.ts'

export const continueErasuresJob = {
  queue: 'maintenance',
  name: 'erasures.continue',
} as const satisfies JobDefinition

type ContinueDeps = Pick<Deps, 'clock' | 'log' | 'publisher' | 'queues'> & ObstacleDeps

const batchSize = 20

/**
 * Continues the erasures that are due, the longest waiting first. Every step can be interrupted and repeated, also by
 * two processes at once. One that fails is postponed, so that it does not keep the others from continuing, however
 * many fail.
 * @throws the first failure, after all others have continued
 */
export async function continueErasures(deps: ContinueDeps): Promise<void> {
  const due = await ErasureModel.find({ nextAt: { $type: 'date', $lte: deps.clock.now() } })
    .sort({ nextAt: 1 })
    .limit(batchSize)
    .lean<IErasure[]>()
  const failures: unknown[] = []
  for (const erasure of due) {
    await continueErasure(deps, erasure).catch((error: unknown) => {
      deps.log.error({ userId: erasure._id, err: String(error) }, 'erasure failed, and is continued later')
      failures.push(error)
      return postpone(deps, erasure)
    })
  }
  if (failures.length > 0) throw failures[0]
}

/** Unless it was continued by another process, or has moved on. */
async function postpone({ clock }: ContinueDeps, { _id, state, nextAt: former }: IErasure): Promise<void> {
  const nextAt = new Date(clock.now().getTime() + continueErasuresEveryMs)
  await ErasureModel.updateOne({ _id, state, nextAt: former }, { $set: { nextAt } })
}

async function continueErasure(deps: ContinueDeps, erasure: IErasure): Promise<void> {
  if (erasure.state === 'waiting') return closeAccount(deps, erasure._id)
  const state = erasure.state === 'closing' ? await endClosing(deps, erasure._id) : erasure.state
  if (state === 'clearing') await clear(deps, erasure._id)
}

async function clear({ clock, log }: ContinueDeps, userId: string): Promise<void> {
  const { db } = mongoose.connection
  const person = db && (await readPerson(db, userId))
  if (!person) throw new Error(`the account ${userId} does not exist`)
  const open = await clearPerson(person, clock.now())
  const now = clock.now()
  if (open > 0) {
    const nextAt = new Date(now.getTime() + continueErasuresEveryMs)
    await ErasureModel.updateOne({ _id: userId, state: 'clearing' }, { $set: { nextAt } })
    log.info({ userId, open }, 'erasure waits for open orders or top-ups')
    return
  }
  await inTransaction(async (tx) => {
    const set = { state: 'erased', nextAt: null, endedAt: now } as const
    if (!(await moveErasure(tx, userId, { from: ['clearing'], set }))) return
    await clearAccount(tx, person, now)
    await writeAudit(tx, system, erasureRow('complete', { userId, now }))
  })
  log.info({ userId }, 'person erased')
}
