import type { AdminItem } from '@jhatpat/shared/contracts/admin-items.ts'
import { toPaise } from '@jhatpat/shared/contracts/money.ts'
import type { ChangedPrice } from '@jhatpat/shared/contracts/price-changes.ts'
import { readPaise } from './read-rupees.ts'

/** The columns that are edited, from left to right. */
export const columns = ['discountedprice', 'resellprice'] as const
export type PriceColumn = (typeof columns)[number]

export type CellId = `${number}:${PriceColumn}`
export const cellId = (itemid: number, column: PriceColumn): CellId => `${itemid}:${column}`

/** What was typed or pasted over what is saved, by cell. */
export type Drafts = Readonly<Partial<Record<CellId, string>>>

/** What each cell's price was, in paise, when the first of its text was typed: that is what an admin agreed to change. */
export type LoadedPrices = Readonly<Partial<Record<CellId, number>>>

/** Keeps what was seen of the cells that still have drafts, and looks at those that have their first. */
export function loadedPrices(
  drafts: Drafts,
  before: LoadedPrices,
  items: readonly AdminItem[],
): LoadedPrices {
  return Object.fromEntries(
    items.flatMap((item) =>
      columns.flatMap((column) => {
        const id = cellId(item.itemid, column)
        return drafts[id] === undefined ? [] : [[id, before[id] ?? toPaise(item[column])]]
      }),
    ),
  )
}

/** What was seen of the cells that still have drafts, once others or they were answered: what stands there by the answer. */
export function rebaseLoaded(
  drafts: Drafts,
  before: LoadedPrices,
  prices: readonly ChangedPrice[],
): LoadedPrices {
  const told = prices.flatMap(({ itemid, field, to, result, found }) => {
    if (result === null || result === 'gone') return []
    return [[cellId(itemid, field), toPaise(found ?? to)] as const]
  })
  const seen: LoadedPrices = { ...before, ...Object.fromEntries(told) }
  return Object.fromEntries(Object.entries(seen).filter(([id]) => drafts[id as CellId] !== undefined))
}

/** What is left after cells were saved: the drafts of others, and what was typed while theirs was on its way. */
export const rebaseDrafts = (drafts: Drafts, sent: Drafts, saved: ReadonlySet<CellId>): Drafts =>
  Object.fromEntries(
    (Object.entries(drafts) as [CellId, string][]).filter(
      ([id, text]) => !saved.has(id) || sent[id] !== text,
    ),
  )

/** A cell as it stands: what is saved, what was typed, and whether that can be read. In paise. */
export type SheetCell = { text: string; savedPaise: number; paise: number | undefined; isChanged: boolean }

export function cellOf(item: AdminItem, column: PriceColumn, drafts: Drafts): SheetCell {
  const savedPaise = toPaise(item[column])
  const draft = drafts[cellId(item.itemid, column)]
  if (draft === undefined)
    return { text: String(item[column]), savedPaise, paise: savedPaise, isChanged: false }
  const paise = readPaise(draft)
  return { text: draft, savedPaise, paise, isChanged: paise !== savedPaise }
}

/** A price as it would be set: from what was seen when it was typed. In paise. */
export type CellChange = {
  id: CellId
  item: AdminItem
  column: PriceColumn
  fromPaise: number
  toPaise: number
}

/** The prices of rows that can be read whole. */
export const cellChanges = (rows: readonly RowChange[], drafts: Drafts, seen: LoadedPrices): CellChange[] =>
  rows.flatMap(({ item }) =>
    columns.flatMap((column) => {
      const { paise, savedPaise, isChanged } = cellOf(item, column, drafts)
      const id = cellId(item.itemid, column)
      if (!isChanged || paise === undefined) return []
      return [{ id, item, column, fromPaise: seen[id] ?? savedPaise, toPaise: paise }]
    }),
  )

/** A row that differs from what is saved; without `unread` it can be sent. */
export type RowChange = { item: AdminItem; pricePaise: number; resellPaise: number; unread: boolean }

export function changesOf(items: readonly AdminItem[], drafts: Drafts): RowChange[] {
  return items.flatMap((item) => {
    const [price, resell] = columns.map((column) => cellOf(item, column, drafts)) as [SheetCell, SheetCell]
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
