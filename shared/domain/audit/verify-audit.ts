import type { ClientSession } from 'mongoose'
import type { AuditBreak } from '../../contracts/audit.ts'
import { readSnapshot, snapshotOptions } from '../../platform/snapshot.ts'
import type { Anchor } from './anchor.ts'
import { AuditModel, type IAuditRow } from './audit-model.ts'
import { hashOfRow, hashOfSeal } from './chain.ts'
import { AuditSealModel, type IAuditSeal, UnsealedRowModel } from './seal-model.ts'

/** `end`: the last seal; `waiting`: unsealed rows; `broken`: the first entry that fails. */
export type AuditVerification = {
  entries: number
  waiting: number
  end: Anchor | undefined
  broken: AuditBreak | undefined
}

const batchSize = 1_000

/**
 * Verifies the whole chain in a snapshot, from the first entry to the last, in constant memory.
 * @param anchors entries recorded outside the database, which must exist
 */
export async function verifyAudit(anchors: readonly Anchor[] = []): Promise<AuditVerification> {
  return readSnapshot(async (snapshot) => {
    const { entries, end, broken } = await verifyEntries(snapshot)
    const waiting = await UnsealedRowModel.countDocuments({}, snapshotOptions(snapshot))
    return {
      entries,
      waiting,
      end,
      broken:
        broken ??
        (await missingAnchor(snapshot, anchors)) ??
        (await unsealedUnknownRow(snapshot, entries + waiting)),
    }
  })
}

type ChainResult = { entries: number; end: Anchor | undefined; broken: AuditBreak | undefined }

async function verifyEntries(snapshot: ClientSession): Promise<ChainResult> {
  let end: Anchor | undefined
  for (;;) {
    const after = { _id: { $gt: end?.n ?? 0 } }
    const seals = await AuditSealModel.find(after, null, snapshotOptions(snapshot))
      .sort({ _id: 1 })
      .limit(batchSize)
      .lean<IAuditSeal[]>()
    if (seals.length === 0) return { entries: end?.n ?? 0, end, broken: undefined }
    const rows = await rowsOf(seals, snapshot)
    for (const link of seals) {
      const reason = entryFault(link, end, rows.get(link.rowId))
      if (reason) return { entries: end?.n ?? 0, end, broken: { n: (end?.n ?? 0) + 1, reason } }
      end = { n: link._id, hash: link.hash }
    }
  }
}

async function rowsOf(
  links: readonly IAuditSeal[],
  snapshot: ClientSession,
): Promise<Map<string, IAuditRow>> {
  const ids = links.map(({ rowId }) => rowId)
  const rows = await AuditModel.find({ _id: { $in: ids } }, null, snapshotOptions(snapshot)).lean<
    IAuditRow[]
  >()
  return new Map(rows.map((row) => [row._id, row]))
}

function entryFault(
  link: IAuditSeal,
  before: Anchor | undefined,
  row: IAuditRow | undefined,
): AuditBreak['reason'] | undefined {
  if (link._id !== (before?.n ?? 0) + 1) return 'link_gone'
  if (link.previousHash !== (before?.hash ?? '') || link.hash !== hashOfSeal(link)) return 'link_changed'
  if (!row) return 'row_gone'
  return hashOfRow(row) === link.rowHash ? undefined : 'row_changed'
}

async function missingAnchor(
  snapshot: ClientSession,
  anchors: readonly Anchor[],
): Promise<AuditBreak | undefined> {
  for (const { n, hash } of anchors) {
    const link = await AuditSealModel.findById(n, null, snapshotOptions(snapshot)).lean<IAuditSeal | null>()
    if (link?.hash !== hash) return { n, reason: 'end_cut' }
  }
  return undefined
}

/** A row that is neither sealed nor marked as unsealed was inserted past the application. */
async function unsealedUnknownRow(
  snapshot: ClientSession,
  expectedCount: number,
): Promise<AuditBreak | undefined> {
  const all = await AuditModel.countDocuments({}, snapshotOptions(snapshot)).hint({ _id: 1 })
  return all > expectedCount ? { n: 0, reason: 'row_added' } : undefined
}
