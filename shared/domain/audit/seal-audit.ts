import { AppError } from '../../platform/app-error.ts'
import { evidenceLog } from '../../platform/logger.ts'
import { inTransaction, isDuplicateKey } from '../../platform/mongo.ts'
import type { Deps } from '../deps.ts'
import { type AnchorDeps, advanceAnchor, readAnchor } from './anchor.ts'
import { AuditModel, type IAuditRow } from './audit-model.ts'
import { chainEntries } from './chain.ts'
import { AuditSealModel, type IAuditSeal, UnsealedRowModel } from './seal-model.ts'

type SealDeps = AnchorDeps & Pick<Deps, 'clock' | 'log'>

/** A row waits for its seal for about a second; after an hour without workers there are many. */
const maxRows = 500

/**
 * Seals the rows that wait, the oldest first: one link each, upon the last. Any number of processes may do so at once:
 * of those who seal upon the same link one succeeds, and the others write nothing.
 * @returns how many were sealed; undefined when somebody else was first
 */
export async function sealAudit(deps: SealDeps): Promise<number | undefined> {
  const waiting = await UnsealedRowModel.find().sort({ at: 1, _id: 1 }).limit(maxRows).lean()
  if (waiting.length === 0) return 0
  const ids = waiting.map(({ _id }) => _id)
  const [rows, last] = await Promise.all([
    AuditModel.find({ _id: { $in: ids } }).lean<IAuditRow[]>(),
    AuditSealModel.findOne().sort({ _id: -1 }).lean<IAuditSeal | null>(),
  ])
  const byId = new Map(rows.map((row) => [row._id, row]))
  const links = chainEntries(
    ids.map((rowId) => ({ rowId, row: byId.get(rowId) })),
    last,
    deps.clock.now(),
  )
  const isDone = await writeLinks(links, ids)
  if (!isDone) return undefined
  try {
    await tellEnd(deps, last, links.at(-1) as IAuditSeal)
  } catch (error) {
    // They are sealed: the next seal, or the next check, moves it.
    deps.log.error({ event: 'audit_anchor_behind', err: String(error) }, 'audit anchor not advanced')
  }
  return links.length
}

/** The links come with the last of those who wait going: neither is there without the other. */
async function writeLinks(links: IAuditSeal[], ids: string[]): Promise<boolean> {
  try {
    await inTransaction(async (tx) => {
      await AuditSealModel.insertMany(links, { session: tx })
      const { deletedCount } = await UnsealedRowModel.deleteMany({ _id: { $in: ids } }, { session: tx })
      if (deletedCount !== ids.length) throw new AppError('order_changed')
    })
    return true
  } catch (error) {
    if (isDuplicateKey(error) || error instanceof AppError) return false
    throw error
  }
}

/**
 * Takes the chain's end out of MongoDB, to the log and to Redis. An anchor that the chain does not reach any more stays:
 * it is the proof that the end was cut off.
 */
async function tellEnd(deps: SealDeps, before: IAuditSeal | null, end: IAuditSeal): Promise<void> {
  evidenceLog(deps.log).info({ event: 'audit_sealed', anchor: `${end._id}:${end.hash}` }, 'audit rows sealed')
  const anchor = await readAnchor(deps)
  if (anchor && !(await reaches(before, anchor))) {
    deps.log.fatal({ event: 'audit_broken', anchor }, 'the end of the audit log was cut off')
    return
  }
  await advanceAnchor(deps, { n: end._id, hash: end.hash })
}

async function reaches(last: IAuditSeal | null, { n, hash }: { n: number; hash: string }): Promise<boolean> {
  if (last?._id === n) return last.hash === hash
  return (await AuditSealModel.exists({ _id: n, hash })) !== null
}
