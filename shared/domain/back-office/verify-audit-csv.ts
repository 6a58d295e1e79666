import { type Anchor, hashOfSeal, type IAuditSeal, sha256 } from '../audit/index.ts'
import { auditHeads, changedCell, type FileRow, fileRow } from './audit-cells.ts'
import { readCsv } from './read-csv.ts'

export type CsvFaultKind =
  | ('not_a_row' | 'cell_changed' | 'row_changed' | 'link_changed' | 'link_missing')
  | ('out_of_order' | 'chain_broken' | 'not_the_anchor' | 'not_in_the_log')

/** `row` as a spreadsheet counts, with the headings as row 1; `entry` as in the file; `column`: the changed cell's. */
export type CsvFault = { row: number; entry: string; reason: CsvFaultKind; column?: string }

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
export type HeldAgainst = { anchors?: readonly Anchor[]; anchorHashesInLog?: HashesInLog }

/** The hashes of these rows in the audit log, by row id; `hash` is empty for an unsealed row. */
export type HashesInLog = (
  rowIds: readonly string[],
) => Promise<ReadonlyMap<string, Pick<IAuditSeal, 'rowHash' | 'hash'>>>

/**
 * Seals are in the order of their rows, except for transactions that ended in another order; their neighbours are
 * within this distance.
 */
const nearLinks = 1_000
const atOnce = 500
const maxReported = 20
/** Rows this much older than a sealed row must be sealed: no transaction takes so much time. */
const surelySealedMs = 5 * 60_000

type Read = FileRow & { at: number }
type Walk = {
  told: CsvCheck
  near: Map<number, IAuditSeal>
  /** Those of `near` that an anchor covers. */
  held: Set<number>
  last?: Read
  youngestSealed?: Read
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
  { anchors = [], anchorHashesInLog }: HeldAgainst = {},
): Promise<CsvCheck> {
  const counts = { rows: 0, unsealed: 0, first: 0, last: 0, joined: 0, anchored: 0, faultCount: 0 }
  const held = { count: 0, first: 0, last: 0 }
  const walk: Walk = { told: { ...counts, held, faults: [] }, near: new Map(), held: new Set() }
  let sound: Read[] = []
  let heads: string[] | undefined
  for await (const cells of readCsv(chunks)) {
    if (!heads) {
      heads = requireHeads(cells)
      continue
    }
    const read = step(walk, cells, anchors)
    if (read) sound.push(read)
    if (sound.length < atOnce) continue
    await holdToLog(walk, sound, anchorHashesInLog)
    sound = []
  }
  if (!heads) throw new RangeError('The file is empty.')
  await holdToLog(walk, sound, anchorHashesInLog)
  return walk.told
}

function requireHeads(cells: string[]): string[] {
  if (auditHeads.every((head, at) => cells[at] === head)) return cells
  throw new RangeError('This is no CSV of the audit log, or one of a release before: its columns are others.')
}

/** @returns the row, if no fault was found yet */
function step(walk: Walk, cells: string[], anchors: readonly Anchor[]): Read | undefined {
  const { told } = walk
  told.rows += 1
  const at = told.rows + 1
  const row = fileRow(cells)
  if (!row) return note(walk, { at, cells }, { reason: 'not_a_row' })
  const read = { ...row, at }
  const fault = faultOfRow(read) ?? faultOfPlace(walk, read) ?? faultOfLink(walk, read, anchors)
  remember(walk, read)
  if (!fault && read.seal) hold(walk, read.seal, anchors)
  return fault ? note(walk, read, fault) : read
}

type Fault = Pick<CsvFault, 'reason' | 'column'>

function note({ told }: Walk, { at, cells }: Pick<Read, 'at' | 'cells'>, fault: Fault): undefined {
  told.faultCount += 1
  if (told.faults.length < maxReported) told.faults.push({ row: at, entry: cells[0] ?? '', ...fault })
}

function remember(walk: Walk, read: Read): void {
  const { told, near } = walk
  walk.last = read
  if (!read.seal) {
    told.unsealed += 1
    return
  }
  const { _id } = read.seal
  walk.youngestSealed ??= read
  told.first = Math.min(told.first || _id, _id)
  told.last = Math.max(told.last, _id)
  near.set(_id, read.seal)
  const [oldest] = near.keys()
  if (near.size <= nearLinks || oldest === undefined) return
  near.delete(oldest)
  walk.held.delete(oldest)
}

/** Confirmation passes from an anchor down, entry by entry, including entries that come earlier in the file. */
function hold({ told, near, held }: Walk, { _id, hash }: IAuditSeal, anchors: readonly Anchor[]): void {
  const isAnchored = anchors.some((anchor) => anchor.n === _id && anchor.hash === hash)
  if (!isAnchored && !held.has(_id + 1)) return
  for (let n = _id; near.has(n) && !held.has(n); n -= 1) {
    held.add(n)
    const { count, first, last } = told.held
    told.held = { count: count + 1, first: Math.min(first || n, n), last: Math.max(last, n) }
  }
}

/** A fault of the row itself. */
function faultOfRow(read: Read): Fault | undefined {
  const { seal, content } = read
  if (seal && sha256(content) !== seal.rowHash) return { reason: 'row_changed' }
  const column = changedCell(read)
  if (column) return { reason: 'cell_changed', column }
  return seal && hashOfSeal(seal) !== seal.hash ? { reason: 'link_changed' } : undefined
}

/** A fault of a row's position: rows are unique and latest first, and no unsealed row is older than a sealed one. */
function faultOfPlace({ last, youngestSealed }: Walk, { row, seal }: Read): Fault | undefined {
  const isBelow =
    !last || row.at < last.row.at || (row.at.getTime() === last.row.at.getTime() && row._id < last.row._id)
  if (!isBelow) return { reason: 'out_of_order' }
  const isLate = youngestSealed && youngestSealed.row.at.getTime() - row.at.getTime() > surelySealedMs
  return isLate && !seal ? { reason: 'link_missing' } : undefined
}

function faultOfLink({ told, near }: Walk, { seal }: Read, anchors: readonly Anchor[]): Fault | undefined {
  if (!seal) return undefined
  const [after, before] = [near.get(seal._id + 1), near.get(seal._id - 1)]
  if (near.has(seal._id) || (seal._id === 1 && seal.previousHash !== '')) return { reason: 'chain_broken' }
  if ((after && after.previousHash !== seal.hash) || (before && seal.previousHash !== before.hash))
    return { reason: 'chain_broken' }
  told.joined += [after, before].filter(Boolean).length
  const here = anchors.filter(({ n }) => n === seal._id)
  told.anchored += here.length
  return here.every(({ hash }) => hash === seal.hash) ? undefined : { reason: 'not_the_anchor' }
}

async function holdToLog(walk: Walk, rows: readonly Read[], anchorHashesInLog: HashesInLog | undefined) {
  if (!anchorHashesInLog) return
  const known = await anchorHashesInLog(rows.map(({ row }) => row._id))
  for (const read of rows) {
    const { rowHash, hash } = known.get(read.row._id) ?? {}
    const isKnown = rowHash === sha256(read.content) && (!read.seal || hash === read.seal.hash)
    if (!isKnown) note(walk, read, { reason: 'not_in_the_log' })
  }
}
