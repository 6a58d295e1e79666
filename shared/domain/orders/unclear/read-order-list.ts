/** A row of a supplier's own list of orders, as it was pasted. */
export type ListRow = {
  /** From 1. */
  line: number
  text: string
  /** Undefined where no date and time can be read in it. */
  at: Date | undefined
  supplierOrderId: string
  /** It says that the order failed or was given back. */
  isFailed: boolean
  /** Cells and words, lower case. */
  words: ReadonlySet<string>
}

/** Hours that the zones of a list's times may be ahead of UTC. */
export const listZones = { india: 5.5, brazil: -3, philippines: 8, utc: 0 } as const
export type ListZone = keyof typeof listZones

/** A purchase that is looked for in a list. */
export type Wanted = {
  key: string
  player: string
  supplierItemId: string
  /** The pack's names: the shop's and the supplier's. */
  names: readonly string[]
  /** Decimal text in coins, '' if not known. */
  cost: string
  sentAt: Date
}

export type Matched = {
  /** Row by purchase, by the key. */
  found: ReadonlyMap<string, ListRow>
  /** Purchases within the list's time that are not in it. */
  missing: string[]
  /** Purchases outside the list's time: it says nothing of them. */
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

/** As written in the zone: `2026-11-28 14:03:21` or `28/11/2026 14:03`. */
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

/** A list's time is the supplier's: before its clock says so, and after as long as a call may take. */
type Window = { beforeMs: number; afterMs: number }

/** Pure. Finds purchases in the rows by player, pack and time, each row once and the earliest first. */
export function matchOrders(rows: readonly ListRow[], wanted: readonly Wanted[], within: Window): Matched {
  const times = rows.flatMap(({ at }) => (at ? [at.getTime()] : []))
  const [from, to] = [Math.min(...times), Math.max(...times)]
  const free = new Set(rows.filter(({ isFailed, at, supplierOrderId }) => !isFailed && at && supplierOrderId))
  const found = new Map<string, ListRow>()
  for (const one of wanted.toSorted((a, b) => a.sentAt.getTime() - b.sentAt.getTime())) {
    const row = [...free]
      .filter((candidate) => isOf(candidate, one, within))
      .toSorted((a, b) => Number(a.at) - Number(b.at))[0]
    if (!row) continue
    free.delete(row)
    found.set(one.key, row)
  }
  const rest = wanted.filter(({ key }) => !found.has(key))
  const isCovered = ({ sentAt }: Wanted) => from <= sentAt.getTime() && sentAt.getTime() <= to
  return {
    found,
    missing: rest.filter(isCovered).map(({ key }) => key),
    notCovered: rest.filter((one) => !isCovered(one)).map(({ key }) => key),
  }
}

function isOf({ at, words, text }: ListRow, one: Wanted, { beforeMs, afterMs }: Window): boolean {
  const offMs = Number(at) - one.sentAt.getTime()
  if (offMs < -beforeMs || offMs > afterMs || !words.has(one.player.toLowerCase())) return false
  const line = text.toLowerCase()
  const isNamed = one.names.some((name) => name !== '' && line.includes(name.toLowerCase()))
  return isNamed || words.has(one.supplierItemId) || (one.cost !== '' && words.has(plain(one.cost)))
}

const plain = (cost: string) => String(Number(cost))
