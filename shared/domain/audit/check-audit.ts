import { model, Schema } from 'mongoose'
import { type AuditBreak, type AuditChain, auditBreaks } from '../../contracts/audit.ts'
import type { FieldsOf } from '../../platform/fields-of.ts'
import type { JobDefinition } from '../../platform/job-definition.ts'
import type { Deps } from '../deps.ts'
import { type AnchorDeps, readAnchor } from './anchor.ts'
import { AuditSealModel, AuditWaitingModel, type IAuditSeal } from './seal-model.ts'
import { verifyAudit } from './verify-audit.ts'

/** Follow the whole chain and say whether it holds. */
export const verifyAuditJob = { queue: 'maintenance', name: 'audit.verify' } as const satisfies JobDefinition

/** How often the chain is followed by itself. */
export const auditCheckMs = 3_600_000

/** What the last check found; there is one such document. */
export interface IAuditCheck {
  _id: 'latest'
  /** When somebody asked for another. */
  askedAt: Date | null
  checkedAt: Date | null
  tookMs: number
  entries: number
  broken: AuditBreak | null
}

const breakSchema = { n: Number, why: { type: String, enum: auditBreaks } }

const checkSchema = new Schema<IAuditCheck>(
  {
    _id: { type: String, required: true },
    askedAt: { type: Date, default: null },
    checkedAt: { type: Date, default: null },
    tookMs: { type: Number, default: 0 },
    entries: { type: Number, default: 0 },
    broken: { type: new Schema(breakSchema, { _id: false }), default: null },
  } satisfies FieldsOf<IAuditCheck>,
  { collection: 'audit_checks', strict: 'throw', versionKey: false },
)

export const AuditCheckModel = model<IAuditCheck>('AuditCheck', checkSchema)

const latest = { _id: 'latest' } as const

type CheckDeps = AnchorDeps & Pick<Deps, 'clock' | 'log'>

/** Follows the chain, writes down what was found, and raises the alarm where it does not hold. */
export async function checkAudit(deps: CheckDeps): Promise<void> {
  const startedAt = performance.now()
  const anchor = await readAnchor(deps)
  const { entries, broken = null } = await verifyAudit(anchor ? [anchor] : [])
  const found = {
    checkedAt: deps.clock.now(),
    tookMs: Math.round(performance.now() - startedAt),
    entries,
    broken,
  }
  await AuditCheckModel.updateOne(latest, { $set: found }, { upsert: true })
  if (broken) deps.log.fatal({ event: 'audit_broken', broken }, 'the audit log does not hold')
  else deps.log.info({ event: 'audit_checked', entries }, 'the audit log holds')
}

/** Asks for a check now. Asked again before it is done, it is the same one. */
export async function askCheck({ clock, queues }: Pick<Deps, 'clock' | 'queues'>): Promise<void> {
  const now = clock.now()
  await AuditCheckModel.updateOne(latest, { $set: { askedAt: now } }, { upsert: true })
  const jobId = `audit-check-${Math.floor(now.getTime() / 10_000)}`
  await queues.all[verifyAuditJob.queue].add(verifyAuditJob.name, {}, { jobId })
}

/** How the chain stands: its last link, what the last check found, and whether one runs. */
export async function auditChain(): Promise<AuditChain> {
  const [end, waiting, check] = await Promise.all([
    AuditSealModel.findOne().sort({ _id: -1 }).lean<IAuditSeal | null>(),
    AuditWaitingModel.estimatedDocumentCount(),
    AuditCheckModel.findById('latest').lean<IAuditCheck | null>(),
  ])
  const { askedAt = null, checkedAt = null, tookMs = 0, broken = null } = check ?? {}
  return {
    ...{ entries: end?._id ?? 0, hash: end?.hash ?? '', waiting, tookMs, broken },
    checkedAt: checkedAt?.toISOString() ?? null,
    nextAt: checkedAt ? new Date(checkedAt.getTime() + auditCheckMs).toISOString() : null,
    isChecking: askedAt !== null && (checkedAt === null || askedAt > checkedAt),
  }
}
