import { type Anchor, hashOfSeal, type IAuditSeal, sha256 } from '../audit/index.ts'
import { auditHeadings, changedCell, type FileRow, fileRow } from './audit-cells.ts'
import { readCsv } from './read-csv.ts'

export type CsvFaultReason =
  | ('not_a_row' | 'cell_changed' | 'row_changed' | 'link_changed' | 'link_missing')
  | ('out_of_order' | 'chain_broken' | 'not_the_anchor' | 'not_in_the_log')

/** `row` as a spreadsheet counts, with the headings as row 1; `entry` as in the file; `column`: the changed cell's. */
export type CsvFault = { row: number; entry: string; reason: CsvFaultReason; column?: string }

export type CsvCheck = {
  /** All rows, and those that were unsealed when the file was written. */
  rows: number
  unsealed: number
  /** The lowest and the highest entry; 0 if there is none. */
  first: number
  last: number
  /** Seals that were compared with a neighbour in the file. */
  joined: number
  /** Anchors found in the file. */
  anchored: number
  /**
   * Entries that an anchor confirms: its own, and each one below that is linked to a confirmed one. 0 if there is none.
   */
  held: { count: number; first: number; last: number }
  /** At most one for each row: the first twenty, and their total number. */
  faults: CsvFault[]
  faultCount: number
}

/** Evidence from outside the file: known seals, and the audit log itself. */
export type AuditEvidence = { anchors?: readonly Anchor[]; anchorHashesInLog?: HashesInLog }

/** The hashes of these rows in the audit log, by row id; `hash` is empty for an unsealed row. */
export type HashesInLog = (
  rowIds: readonly string[],
) => Promise<ReadonlyMap<string, Pick<IAuditSeal, 'rowHash' | 'hash'>>>

/**
 * Seals are in the order of their rows, except for transactions that ended in another order; their neighbours are
 * within this distance.
 */
const nearbySeals = 1_000
const batchSize = 500
const maxReported = 20
/** Rows this much older than a sealed row must be sealed: no transaction takes so much time. */
const maxSealDelayMs = 5 * 60_000

type ReadRow = FileRow & { at: number }
type Verification = {
  result: CsvCheck
  nearby: Map<number, IAuditSeal>
  /** Those of `nearby` that an anchor confirms. */
  confirmed: Set<number>
  last?: ReadRow
  youngestSealed?: ReadRow
}

/**
 * Verifies a file of the audit log, in constant memory: each row's cells match its hashed text, each seal matches its
 * row and its neighbours, and all match the evidence from outside. Omitted rows, and a file whose hashes were all
 * computed anew, are detected only by that evidence.
 * @param chunks the file's text
 * @throws RangeError for any other file
 */
export async function verifyAuditCsv(
  chunks: AsyncIterable<string> | Iterable<string>,
  { anchors = [], anchorHashesInLog }: AuditEvidence = {},
): Promise<CsvCheck> {
  const counts = { rows: 0, unsealed: 0, first: 0, last: 0, joined: 0, anchored: 0, faultCount: 0 }
  const held = { count: 0, first: 0, last: 0 }
  const state: Verification = {
    result: { ...counts, held, faults: [] },
    nearby: new Map(),
    confirmed: new Set(),
  }
  let faultless: ReadRow[] = []
  let headings: string[] | undefined
  for await (const cells of readCsv(chunks)) {
    if (!headings) {
      headings = requireHeadings(cells)
      continue
    }
    const read = verifyRow(state, cells, anchors)
    if (read) faultless.push(read)
    if (faultless.length < batchSize) continue
    await compareWithLog(state, faultless, anchorHashesInLog)
    faultless = []
  }
  if (!headings) throw new RangeError('The file is empty.')
  await compareWithLog(state, faultless, anchorHashesInLog)
  return state.result
}

function requireHeadings(cells: string[]): string[] {
  if (auditHeadings.every((head, at) => cells[at] === head)) return cells
  throw new RangeError('This isn’t an audit log CSV, or it’s from an older version: its columns differ.')
}

/** @returns the row, if no fault was found yet */
function verifyRow(walk: Verification, cells: string[], anchors: readonly Anchor[]): ReadRow | undefined {
  const { result } = walk
  result.rows += 1
  const at = result.rows + 1
  const row = fileRow(cells)
  if (!row) return addFault(walk, { at, cells }, { reason: 'not_a_row' })
  const read = { ...row, at }
  const fault = rowFault(read) ?? positionFault(walk, read) ?? sealFault(walk, read, anchors)
  recordRow(walk, read)
  if (!fault && read.seal) confirmAnchored(walk, read.seal, anchors)
  return fault ? addFault(walk, read, fault) : read
}

type Fault = Pick<CsvFault, 'reason' | 'column'>

function addFault(
  { result }: Verification,
  { at, cells }: Pick<ReadRow, 'at' | 'cells'>,
  fault: Fault,
): undefined {
  result.faultCount += 1
  if (result.faults.length < maxReported) result.faults.push({ row: at, entry: cells[0] ?? '', ...fault })
}

function recordRow(walk: Verification, read: ReadRow): void {
  const { result, nearby } = walk
  walk.last = read
  if (!read.seal) {
    result.unsealed += 1
    return
  }
  const { _id } = read.seal
  walk.youngestSealed ??= read
  result.first = Math.min(result.first || _id, _id)
  result.last = Math.max(result.last, _id)
  nearby.set(_id, read.seal)
  const [oldest] = nearby.keys()
  if (nearby.size <= nearbySeals || oldest === undefined) return
  nearby.delete(oldest)
  walk.confirmed.delete(oldest)
}

/** Confirmation passes from an anchor down, entry by entry, including entries that come earlier in the file. */
function confirmAnchored(
  { result, nearby, confirmed }: Verification,
  { _id, hash }: IAuditSeal,
  anchors: readonly Anchor[],
): void {
  const isAnchored = anchors.some((anchor) => anchor.n === _id && anchor.hash === hash)
  if (!isAnchored && !confirmed.has(_id + 1)) return
  for (let n = _id; nearby.has(n) && !confirmed.has(n); n -= 1) {
    confirmed.add(n)
    const { count, first, last } = result.held
    result.held = { count: count + 1, first: Math.min(first || n, n), last: Math.max(last, n) }
  }
}

/** A fault of the row itself. */
function rowFault(read: ReadRow): Fault | undefined {
  const { seal, content } = read
  if (seal && sha256(content) !== seal.rowHash) return { reason: 'row_changed' }
  const column = changedCell(read)
  if (column) return { reason: 'cell_changed', column }
  return seal && hashOfSeal(seal) !== seal.hash ? { reason: 'link_changed' } : undefined
}

/** A fault of a row's position: rows are unique and latest first, and no unsealed row is older than a sealed one. */
function positionFault({ last, youngestSealed }: Verification, { row, seal }: ReadRow): Fault | undefined {
  const isBelow =
    !last || row.at < last.row.at || (row.at.getTime() === last.row.at.getTime() && row._id < last.row._id)
  if (!isBelow) return { reason: 'out_of_order' }
  const isLate = youngestSealed && youngestSealed.row.at.getTime() - row.at.getTime() > maxSealDelayMs
  return isLate && !seal ? { reason: 'link_missing' } : undefined
}

function sealFault(
  { result, nearby }: Verification,
  { seal }: ReadRow,
  anchors: readonly Anchor[],
): Fault | undefined {
  if (!seal) return undefined
  const [after, before] = [nearby.get(seal._id + 1), nearby.get(seal._id - 1)]
  if (nearby.has(seal._id) || (seal._id === 1 && seal.previousHash !== '')) return { reason: 'chain_broken' }
  if ((after && after.previousHash !== seal.hash) || (before && seal.previousHash !== before.hash))
    return { reason: 'chain_broken' }
  result.joined += [after, before].filter(Boolean).length
  const entryAnchors = anchors.filter(({ n }) => n === seal._id)
  result.anchored += entryAnchors.length
  return entryAnchors.every(({ hash }) => hash === seal.hash) ? undefined : { reason: 'not_the_anchor' }
}

async function compareWithLog(
  walk: Verification,
  rows: readonly ReadRow[],
  anchorHashesInLog: HashesInLog | undefined,
) {
  if (!anchorHashesInLog) return
  const inLog = await anchorHashesInLog(rows.map(({ row }) => row._id))
  for (const read of rows) {
    const { rowHash, hash } = inLog.get(read.row._id) ?? {}
    const isKnown = rowHash === sha256(read.content) && (!read.seal || hash === read.seal.hash)
    if (!isKnown) addFault(walk, read, { reason: 'not_in_the_log' })
  }
}
