import { AppError } from '../../platform/app-error.ts'
import { evidenceLog } from '../../platform/logger.ts'
import { inTransaction, isDuplicateKey } from '../../platform/mongo.ts'
import { readAfterWrites } from '../../platform/read-after-writes.ts'
import type { Deps } from '../deps.ts'
import { type AnchorDeps, advanceAnchor, readAnchor } from './anchor.ts'
import { AuditModel, type IAuditRow } from './audit-model.ts'
import { chainEntries } from './chain.ts'
import { AuditSealModel, type IAuditSeal, UnsealedRowModel } from './seal-model.ts'

type SealDeps = AnchorDeps & Pick<Deps, 'clock' | 'log'>

/** Rows are sealed about a second after they are written; after an hour without workers there are many. */
const maxRows = 500

const readUnsealed = readAfterWrites(() =>
  UnsealedRowModel.find().sort({ at: 1, _id: 1 }).limit(maxRows).lean(),
)

/**
 * Seals the unsealed rows, oldest first, one seal each. Safe to run in several processes: of those that continue the
 * same last seal, one succeeds and the others write nothing.
 * @returns how many were sealed; undefined when another process was first
 */
export async function sealAudit(deps: SealDeps): Promise<number | undefined> {
  const waiting = await readUnsealed()
  if (waiting.length === 0) return 0
  const ids = waiting.map(({ _id }) => _id)
  const [rows, last] = await Promise.all([
    AuditModel.find({ _id: { $in: ids } }).lean<IAuditRow[]>(),
    AuditSealModel.findOne().sort({ _id: -1 }).lean<IAuditSeal | null>(),
  ])
  const byId = new Map(rows.map((row) => [row._id, row]))
  const seals = chainEntries(
    ids.map((rowId) => ({ rowId, row: byId.get(rowId) })),
    last,
    deps.clock.now(),
  )
  const isSealed = await writeSeals(seals, ids)
  if (!isSealed) return undefined
  try {
    await publishChainEnd(deps, last, seals.at(-1) as IAuditSeal)
  } catch (error) {
    // The rows are sealed; the next seal or verification advances the anchor.
    deps.log.error({ event: 'audit_anchor_behind', err: String(error) }, 'audit anchor not advanced')
  }
  return seals.length
}

/** Writes the seals and removes the rows' unsealed markers in one transaction. */
async function writeSeals(seals: IAuditSeal[], ids: string[]): Promise<boolean> {
  try {
    await inTransaction(async (tx) => {
      await AuditSealModel.insertMany(seals, { session: tx })
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
 * Publishes the chain's end to the log and to Redis. An anchor that the chain no longer contains is kept, as the proof
 * that the end was cut off.
 */
async function publishChainEnd(
  deps: SealDeps,
  previousEnd: IAuditSeal | null,
  end: IAuditSeal,
): Promise<void> {
  evidenceLog(deps.log).info({ event: 'audit_sealed', anchor: `${end._id}:${end.hash}` }, 'audit rows sealed')
  const anchor = await readAnchor(deps)
  if (anchor && !(await containsAnchor(previousEnd, anchor))) {
    deps.log.fatal({ event: 'audit_broken', anchor }, 'the end of the audit log was cut off')
    return
  }
  await advanceAnchor(deps, { n: end._id, hash: end.hash })
}

async function containsAnchor(
  last: IAuditSeal | null,
  { n, hash }: { n: number; hash: string },
): Promise<boolean> {
  if (last?._id === n) return last.hash === hash
  return (await AuditSealModel.exists({ _id: n, hash })) !== null
}

/** The seals of these rows, by row id. */
export async function sealsOf(rows: readonly IAuditRow[]): Promise<Map<string, IAuditSeal>> {
  const rowId = { $in: rows.map(({ _id }) => _id) }
  const seals = await AuditSealModel.find({ rowId }).lean<IAuditSeal[]>()
  return new Map(seals.map((seal) => [seal.rowId, seal]))
}
