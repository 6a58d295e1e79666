import type { ClientSession } from 'mongoose'
import type { AuditBreak } from '../../contracts/audit.ts'
import { readSnapshot, snapshotOptions } from '../../platform/snapshot.ts'
import type { Anchor } from './anchor.ts'
import { AuditModel, type IAuditRow } from './audit-model.ts'
import { hashOfRow, hashOfSeal } from './chain.ts'
import { AuditSealModel, type IAuditSeal, UnsealedRowModel } from './seal-model.ts'

/** `end`: the last link, `waiting`: rows that are not sealed yet; `broken`: the first link that does not hold. */
export type AuditVerification = {
  entries: number
  waiting: number
  end: Anchor | undefined
  broken: AuditBreak | undefined
}

const atOnce = 1_000

/**
 * Follows the whole chain, as it was at one moment, from the first link to the last, in constant memory.
 * @param anchors links that were seen outside the database and so must be there
 */
export async function verifyAudit(anchors: readonly Anchor[] = []): Promise<AuditVerification> {
  return readSnapshot(async (snapshot) => {
    const { entries, end, broken } = await followLinks(snapshot)
    const waiting = await UnsealedRowModel.countDocuments({}, snapshotOptions(snapshot))
    return {
      entries,
      waiting,
      end,
      broken: broken ?? (await cutOff(snapshot, anchors)) ?? (await strayRow(snapshot, entries + waiting)),
    }
  })
}

type Followed = { entries: number; end: Anchor | undefined; broken: AuditBreak | undefined }

async function followLinks(snapshot: ClientSession): Promise<Followed> {
  let end: Anchor | undefined
  for (;;) {
    const after = { _id: { $gt: end?.n ?? 0 } }
    const links = await AuditSealModel.find(after, null, snapshotOptions(snapshot))
      .sort({ _id: 1 })
      .limit(atOnce)
      .lean<IAuditSeal[]>()
    if (links.length === 0) return { entries: end?.n ?? 0, end, broken: undefined }
    const rows = await rowsOf(links, snapshot)
    for (const link of links) {
      const reason = faultOf(link, end, rows.get(link.rowId))
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

function faultOf(
  link: IAuditSeal,
  before: Anchor | undefined,
  row: IAuditRow | undefined,
): AuditBreak['reason'] | undefined {
  if (link._id !== (before?.n ?? 0) + 1) return 'link_gone'
  if (link.previousHash !== (before?.hash ?? '') || link.hash !== hashOfSeal(link)) return 'link_changed'
  if (!row) return 'row_gone'
  return hashOfRow(row) === link.rowHash ? undefined : 'row_changed'
}

async function cutOff(snapshot: ClientSession, anchors: readonly Anchor[]): Promise<AuditBreak | undefined> {
  for (const { n, hash } of anchors) {
    const link = await AuditSealModel.findById(n, null, snapshotOptions(snapshot)).lean<IAuditSeal | null>()
    if (link?.hash !== hash) return { n, reason: 'end_cut' }
  }
  return undefined
}

/** A row that nobody sealed and that does not wait for it came by another way. */
async function strayRow(snapshot: ClientSession, known: number): Promise<AuditBreak | undefined> {
  const all = await AuditModel.countDocuments({}, snapshotOptions(snapshot)).hint({ _id: 1 })
  return all > known ? { n: 0, reason: 'row_added' } : undefined
}
