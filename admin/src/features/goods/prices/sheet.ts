import type { AdminItem } from '@jhatpat/shared/contracts/admin-items.ts'
import { parseAmount, toPaise } from '@jhatpat/shared/contracts/money.ts'

/** The columns that are edited, from left to right. */
export const columns = ['discountedprice', 'resellprice'] as const
export type PriceColumn = (typeof columns)[number]

export type CellId = `${number}:${PriceColumn}`
export const cellId = (itemid: number, column: PriceColumn): CellId => `${itemid}:${column}`
export const itemidOf = (id: CellId): number => Number.parseInt(id, 10)

/** What was typed or pasted over what is saved, by cell. */
export type Drafts = Readonly<Partial<Record<CellId, string>>>

/** The version of each row as it was when the first of its drafts was typed: that is what an admin agreed to change. */
export type Seen = Readonly<Record<number, number>>

/** Keeps what was seen of the rows that still have drafts, and looks at those that have their first. */
export function seenOf(drafts: Drafts, before: Seen, items: readonly AdminItem[]): Seen {
  const rows = new Set((Object.keys(drafts) as CellId[]).map(itemidOf))
  const drafted = items.filter(({ itemid }) => rows.has(itemid))
  return Object.fromEntries(drafted.map(({ itemid, __v }) => [itemid, before[itemid] ?? __v]))
}

/** What is left after rows were saved: the drafts of others, and what was typed while theirs was on its way. */
export const draftsAfter = (drafts: Drafts, sent: Drafts, saved: ReadonlySet<number>): Drafts =>
  Object.fromEntries(
    (Object.entries(drafts) as [CellId, string][]).filter(
      ([id, text]) => !saved.has(itemidOf(id)) || sent[id] !== text,
    ),
  )

/** A cell as it stands: what is saved, what was typed, and whether that can be read. In paise. */
export type Cell = { text: string; savedPaise: number; paise: number | undefined; isChanged: boolean }

export function cellOf(item: AdminItem, column: PriceColumn, drafts: Drafts): Cell {
  const savedPaise = toPaise(item[column])
  const draft = drafts[cellId(item.itemid, column)]
  if (draft === undefined)
    return { text: String(item[column]), savedPaise, paise: savedPaise, isChanged: false }
  const paise = readPaise(draft)
  return { text: draft, savedPaise, paise, isChanged: paise !== savedPaise }
}

/** Rupees as people and sheets write them: `1,269`, `₹ 98.50`; nothing is no price. */
export function readPaise(text: string): number | undefined {
  const paise = parseAmount(text.replaceAll(/[₹,\s]/g, ''))
  return paise !== undefined && paise > 0 ? paise : undefined
}

/** A row that differs from what is saved; without `unread` it can be sent. */
export type RowChange = { item: AdminItem; pricePaise: number; resellPaise: number; unread: boolean }

export function changesOf(items: readonly AdminItem[], drafts: Drafts): RowChange[] {
  return items.flatMap((item) => {
    const [price, resell] = columns.map((column) => cellOf(item, column, drafts)) as [Cell, Cell]
    if (!price.isChanged && !resell.isChanged) return []
    return [
      {
        item,
        pricePaise: price.paise ?? price.savedPaise,
        resellPaise: resell.paise ?? resell.savedPaise,
        unread: price.paise === undefined || resell.paise === undefined,
      },
    ]
  })
}

/** What a paste did, for the sentence about it. */
export type Pasted = { drafts: Drafts; rows: number; columns: number; unknown: number }

/**
 * Columns of a spreadsheet. Where the first of several columns has mostly numbers of items, rows are matched by them,
 * from the price on; else cells are filled to the right and down, from the one that has the focus.
 */
export function paste(
  text: string,
  at: { itemid: number; column: PriceColumn },
  items: readonly AdminItem[],
): Pasted {
  const lines = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'))
  const byNumber = new Map(items.map((item) => [String(item.itemid), item.itemid]))
  const numbered = lines.filter(([first = '', ...rest]) => rest.length > 0 && byNumber.has(first.trim()))
  // A price may be an item's number by accident.
  const isMatched = numbered.length > lines.length / 2
  const start = items.findIndex(({ itemid }) => itemid === at.itemid)
  const rowOf = (line: number, cells: readonly string[]) =>
    isMatched ? byNumber.get(cells[0]?.trim() ?? '') : items[start + line]?.itemid
  const rows = lines.map((cells, line) => ({
    itemid: rowOf(line, cells),
    values: isMatched ? cells.slice(1) : cells,
  }))
  const from = isMatched ? 0 : columns.indexOf(at.column)
  const drafts: Drafts = Object.fromEntries(
    rows.flatMap(({ itemid, values }) => (itemid === undefined ? [] : cellsOf(itemid, from, values))),
  )
  const unknown = rows.filter(({ itemid }) => itemid === undefined).length
  return {
    drafts,
    rows: lines.length - unknown,
    columns: Math.max(...lines.map((line) => line.length)),
    unknown,
  }
}

/** What is beyond the last column is dropped, and an empty cell changes nothing. */
function cellsOf(itemid: number, from: number, values: readonly string[]): [CellId, string][] {
  return values.flatMap((value, offset): [CellId, string][] => {
    const column = columns[from + offset]
    return column && value.trim() !== '' ? [[cellId(itemid, column), value.trim()]] : []
  })
}
