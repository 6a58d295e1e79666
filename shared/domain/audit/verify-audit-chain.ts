import { model, Schema } from 'mongoose'
import { type AuditBreak, type AuditChain, auditBreaks } from '../../contracts/audit.ts'
import type { SchemaFields } from '../../platform/fields-of.ts'
import type { JobDefinition } from '../../platform/job-definition.ts'
import { msSinceSuccess, recordSuccess } from '../../platform/job-runs.ts'
import type { Deps } from '../deps.ts'
import { type AnchorDeps, advanceAnchor, readAnchor } from './anchor.ts'
import { AuditSealModel, type IAuditSeal, UnsealedRowModel } from './seal-model.ts'
import { verifyAudit } from './verify-audit.ts'

/** Verifies the whole chain. */
export const verifyAuditJob = { queue: 'maintenance', name: 'audit.verify' } as const satisfies JobDefinition

/** The interval of scheduled verifications. */
export const auditVerificationMs = 3_600_000

/** Without a successful verification for this long, an alert is raised. */
export const auditOverdueMs = 3 * auditVerificationMs

/** A verification takes seconds: one requested longer ago has failed and is not shown as running. */
const requestTimeoutMs = 10 * 60_000

/** The result of the latest verification; a single document. */
export interface IAuditVerification {
  _id: 'latest'
  /** When the last verification was requested. */
  askedAt: Date | null
  checkedAt: Date | null
  tookMs: number
  entries: number
  broken: AuditBreak | null
  /** Whether there was an anchor to compare with; without one, a removed end is not detected. */
  anchored: boolean
}

const breakSchema = { n: Number, reason: { type: String, enum: auditBreaks } }

const verificationSchema = new Schema<IAuditVerification>(
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

export const AuditVerificationModel = model<IAuditVerification>('AuditVerification', verificationSchema)

const latest = { _id: 'latest' } as const

type CheckDeps = AnchorDeps & Pick<Deps, 'clock' | 'log'>

/**
 * Verifies the chain, stores the result, and logs a fatal event if it is broken. Otherwise advances the anchor to its
 * end, or sets it if there was none.
 */
export async function verifyAuditChain(deps: CheckDeps): Promise<void> {
  const startedAt = performance.now()
  const anchor = await readAnchor(deps)
  const { entries, end, broken = null } = await verifyAudit(anchor ? [anchor] : [])
  const checkedAt = deps.clock.now()
  const tookMs = Math.round(performance.now() - startedAt)
  const result = { checkedAt, tookMs, entries, broken, anchored: anchor !== undefined }
  await AuditVerificationModel.updateOne(latest, { $set: result }, { upsert: true })
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

/** Requests a verification now. Requests made before it has finished are deduplicated. */
export async function requestVerification({ clock, queues }: Pick<Deps, 'clock' | 'queues'>): Promise<void> {
  await AuditVerificationModel.updateOne(latest, { $set: { askedAt: clock.now() } }, { upsert: true })
  const deduplication = { id: 'audit-check' }
  await queues.all[verifyAuditJob.queue].add(verifyAuditJob.name, {}, { deduplication })
}

/** The state of the chain: its last seal, the latest result, and whether a verification is running or overdue. */
export async function auditChainStatus({ clock }: Pick<Deps, 'clock'>): Promise<AuditChain> {
  const [end, waiting, verification, sinceMs] = await Promise.all([
    AuditSealModel.findOne().sort({ _id: -1 }).lean<IAuditSeal | null>(),
    UnsealedRowModel.estimatedDocumentCount(),
    AuditVerificationModel.findById('latest').lean<IAuditVerification | null>(),
    msSinceSuccess(verifyAuditJob.name, clock.now()),
  ])
  const { askedAt = null, checkedAt = null, broken = null, anchored = false } = verification ?? {}
  const isRequested = askedAt !== null && (checkedAt === null || askedAt > checkedAt)
  return {
    entries: end?._id ?? 0,
    hash: end?.hash ?? '',
    waiting,
    broken,
    anchored,
    checkedAt: checkedAt?.toISOString() ?? null,
    isChecking: isRequested && clock.now().getTime() - askedAt.getTime() < requestTimeoutMs,
    isLate: (sinceMs ?? 0) > auditOverdueMs,
  }
}
