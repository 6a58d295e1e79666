// cspell:ignore falh reembols
/** A row of a supplier's own order list, as pasted. */
export type ListRow = {
  /** From 1. */
  line: number
  text: string
  /** Undefined if no date and time can be read. */
  at: Date | undefined
  supplierOrderId: string
  /** The row says that the order failed or was refunded. */
  isFailed: boolean
  /** Cells and words, lower case. */
  words: ReadonlySet<string>
}

/** UTC offsets of the time zones of a list, in hours. */
export const listZones = { india: 5.5, brazil: -3, philippines: 8, utc: 0 } as const
export type ListZone = keyof typeof listZones

/** A purchase to find in a list. */
export type PurchaseToFind = {
  key: string
  player: string
  supplierItemId: string
  /** The names of the item in the shop and of the supplier product. */
  names: readonly string[]
  /** Decimal text in coins, '' if unknown. */
  cost: string
  sentAt: Date
}

export type ListMatches = {
  /** The row of each purchase, by its key. */
  found: ReadonlyMap<string, ListRow>
  /** Purchases within the list's time that are not in it. */
  missing: string[]
  /** Purchases outside the list's time, about which it says nothing. */
  notCovered: string[]
}

/** Pure. Rows of a pasted table or CSV; lines without a digit (headings) are left out. */
export function readOrderList(text: string, zone: ListZone): ListRow[] {
  return text
    .split(/\r?\n/)
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter(({ text: line }) => /\d/.test(line))
    .map((row) => readRow(row, zone))
}

const stamp = /(\d{4})-(\d{1,2})-(\d{1,2})[T ]+(\d{1,2}):(\d{2})(?::(\d{2}))?/
const europeanStamp = /(\d{1,2})\/(\d{1,2})\/(\d{4})[ ,]+(\d{1,2}):(\d{2})(?::(\d{2}))?/

function readRow({ line, text }: { line: number; text: string }, zone: ListZone): ListRow {
  const cells = text.split(/\t|;|,|\s+/).map((cell) => cell.replace(/^"|"$/g, '').trim().toLowerCase())
  const orderId =
    cells.find((cell) => /^[a-z]{1,3}\d{8,}$/.test(cell)) ?? cells.find((cell) => /^\d{11,}$/.test(cell))
  return {
    line,
    text,
    at: timeOf(text, zone),
    supplierOrderId: orderId?.toUpperCase() ?? '',
    isFailed: /refund|fail|cancel|reembols|falh/i.test(text),
    words: new Set(cells.flatMap((cell) => [cell, ...cell.split(/[()[\]:]/)]).filter(Boolean)),
  }
}

/** A time as written in the zone: `2026-11-28 14:03:21` or `28/11/2026 14:03`. */
function timeOf(text: string, zone: ListZone): Date | undefined {
  const iso = stamp.exec(text)
  const european = europeanStamp.exec(text)
  const parts = iso ? iso.slice(1) : european && [european[3], european[2], european[1], ...european.slice(4)]
  if (!parts) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) =>
    Number(part ?? 0),
  )
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second) - listZones[zone] * 3_600_000)
}

/** The time of a row is the supplier's: earlier by the clock's error, later by the duration of a call. */
type Window = { beforeMs: number; afterMs: number }

/** Pure. Finds purchases in the rows by player, supplier product and time; each row once, earliest first. */
export function matchOrders(
  rows: readonly ListRow[],
  wanted: readonly PurchaseToFind[],
  within: Window,
): ListMatches {
  const times = rows.flatMap(({ at }) => (at ? [at.getTime()] : []))
  const [from, to] = [Math.min(...times), Math.max(...times)]
  const unmatched = new Set(
    rows.filter(({ isFailed, at, supplierOrderId }) => !isFailed && at && supplierOrderId),
  )
  const found = new Map<string, ListRow>()
  for (const purchase of wanted.toSorted((a, b) => a.sentAt.getTime() - b.sentAt.getTime())) {
    const row = [...unmatched]
      .filter((candidate) => isRowOf(candidate, purchase, within))
      .toSorted((a, b) => Number(a.at) - Number(b.at))[0]
    if (!row) continue
    unmatched.delete(row)
    found.set(purchase.key, row)
  }
  const rest = wanted.filter(({ key }) => !found.has(key))
  const isCovered = ({ sentAt }: PurchaseToFind) => from <= sentAt.getTime() && sentAt.getTime() <= to
  return {
    found,
    missing: rest.filter(isCovered).map(({ key }) => key),
    notCovered: rest.filter((purchase) => !isCovered(purchase)).map(({ key }) => key),
  }
}

function isRowOf(
  { at, words, text }: ListRow,
  purchase: PurchaseToFind,
  { beforeMs, afterMs }: Window,
): boolean {
  const differenceMs = Number(at) - purchase.sentAt.getTime()
  if (differenceMs < -beforeMs || differenceMs > afterMs || !words.has(purchase.player.toLowerCase()))
    return false
  const line = text.toLowerCase()
  const isNamed = purchase.names.some((name) => name !== '' && line.includes(name.toLowerCase()))
  return (
    isNamed ||
    words.has(purchase.supplierItemId) ||
    (purchase.cost !== '' && words.has(plainNumber(purchase.cost)))
  )
}

const plainNumber = (cost: string) => String(Number(cost))
