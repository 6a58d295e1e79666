import { model, Schema } from 'mongoose'
import { type AuditBreak, type AuditChain, auditBreaks } from '../../contracts/audit.ts'
import type { SchemaFields } from '../../platform/fields-of.ts'
import type { JobDefinition } from '../../platform/job-definition.ts'
import { msSinceSuccess, recordSuccess } from '../../platform/job-runs.ts'
import type { Deps } from '../deps.ts'
import { type AnchorDeps, advanceAnchor, readAnchor } from './anchor.ts'
import { AuditSealModel, type IAuditSeal, UnsealedRowModel } from './seal-model.ts'
import { verifyAudit } from './verify-audit.ts'

/** Follow the whole chain and say whether it holds. */
export const verifyAuditJob = { queue: 'maintenance', name: 'audit.verify' } as const satisfies JobDefinition

/** How often the chain is followed by itself. */
export const auditCheckMs = 3_600_000

/** And so long after the last one it is an alarm that nobody has. */
export const auditLateMs = 3 * auditCheckMs

/** A check takes seconds: one that was asked for so long ago failed, and is not said to run. */
const askedForMs = 10 * 60_000

/** What the last check found; there is one such document. */
export interface IAuditVerification {
  _id: 'latest'
  /** When somebody asked for another. */
  askedAt: Date | null
  checkedAt: Date | null
  tookMs: number
  entries: number
  broken: AuditBreak | null
  /** Whether there was an anchor to hold it against; without one a cut-off end is not seen. */
  anchored: boolean
}

const breakSchema = { n: Number, reason: { type: String, enum: auditBreaks } }

const checkSchema = new Schema<IAuditVerification>(
  {
    _id: { type: String, required: true },
    askedAt: { type: Date, default: null },
    checkedAt: { type: Date, default: null },
    tookMs: { type: Number, default: 0 },
    entries: { type: Number, default: 0 },
    broken: { type: new Schema(breakSchema, { _id: false }), default: null },
    anchored: { type: Boolean, default: false },
  } satisfies SchemaFields<IAuditVerification>,
  { collection: 'audit_verifications', strict: 'throw', versionKey: false },
)

export const AuditVerificationModel = model<IAuditVerification>('AuditVerification', checkSchema)

const latest = { _id: 'latest' } as const

type CheckDeps = AnchorDeps & Pick<Deps, 'clock' | 'log'>

/**
 * Follows the chain, writes down what was found, and raises the alarm where it does not hold. Where it does, the anchor
 * goes on to its end, also where there was none: the next check has one.
 */
export async function verifyAuditChain(deps: CheckDeps): Promise<void> {
  const startedAt = performance.now()
  const anchor = await readAnchor(deps)
  const { entries, end, broken = null } = await verifyAudit(anchor ? [anchor] : [])
  const checkedAt = deps.clock.now()
  const tookMs = Math.round(performance.now() - startedAt)
  const found = { checkedAt, tookMs, entries, broken, anchored: anchor !== undefined }
  await AuditVerificationModel.updateOne(latest, { $set: found }, { upsert: true })
  await recordSuccess(verifyAuditJob.name, checkedAt)
  if (broken) {
    deps.log.fatal({ event: 'audit_broken', broken }, 'audit chain broken')
    return
  }
  if (!anchor && end) {
    deps.log.warn({ event: 'audit_anchor_missing', entries }, 'audit chain checked without an anchor')
  }
  deps.log.info({ event: 'audit_checked', entries, tookMs }, 'audit chain verified')
  if (end) await advanceAnchor(deps, end)
}

/** Asks for a check now. Asked again before that one is done, it is the same one. */
export async function requestVerification({ clock, queues }: Pick<Deps, 'clock' | 'queues'>): Promise<void> {
  await AuditVerificationModel.updateOne(latest, { $set: { askedAt: clock.now() } }, { upsert: true })
  const deduplication = { id: 'audit-check' }
  await queues.all[verifyAuditJob.queue].add(verifyAuditJob.name, {}, { deduplication })
}

/** How the chain stands: its last link, what the last check found, and whether one runs or has not for long. */
export async function auditChainStatus({ clock }: Pick<Deps, 'clock'>): Promise<AuditChain> {
  const [end, waiting, check, sinceMs] = await Promise.all([
    AuditSealModel.findOne().sort({ _id: -1 }).lean<IAuditSeal | null>(),
    UnsealedRowModel.estimatedDocumentCount(),
    AuditVerificationModel.findById('latest').lean<IAuditVerification | null>(),
    msSinceSuccess(verifyAuditJob.name, clock.now()),
  ])
  const { askedAt = null, checkedAt = null, broken = null, anchored = false } = check ?? {}
  const isAsked = askedAt !== null && (checkedAt === null || askedAt > checkedAt)
  return {
    entries: end?._id ?? 0,
    hash: end?.hash ?? '',
    waiting,
    broken,
    anchored,
    checkedAt: checkedAt?.toISOString() ?? null,
    isChecking: isAsked && clock.now().getTime() - askedAt.getTime() < askedForMs,
    isLate: (sinceMs ?? 0) > auditLateMs,
  }
}
