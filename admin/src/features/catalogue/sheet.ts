import type { AdminItem } from '@jhatpat/shared/contracts/admin-items.ts'
import { toPaise } from '@jhatpat/shared/contracts/money.ts'
import type { ChangedPrice } from '@jhatpat/shared/contracts/price-changes.ts'
import { readPaise } from './read-rupees.ts'

/** The editable columns, from left to right. */
export const columns = ['discountedprice', 'resellprice'] as const
export type PriceColumn = (typeof columns)[number]

export type CellId = `${number}:${PriceColumn}`
export const cellId = (itemid: number, column: PriceColumn): CellId => `${itemid}:${column}`

/** Unsaved text by cell. */
export type Drafts = Readonly<Partial<Record<CellId, string>>>

/**
 * The saved price of each cell, in paise, when typing began: the value that the admin agreed to
 * change.
 */
export type LoadedPrices = Readonly<Partial<Record<CellId, number>>>

/**
 * Keeps the loaded price of cells that still have drafts, and records that of cells with a new
 * draft.
 */
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

/** Loaded prices after a reply: a cell that still has a draft takes the value that the reply gives. */
export function rebaseLoaded(
  drafts: Drafts,
  before: LoadedPrices,
  prices: readonly ChangedPrice[],
): LoadedPrices {
  const updated = prices.flatMap(({ itemid, field, to, result, found }) => {
    if (result === null || result === 'gone') return []
    return [[cellId(itemid, field), toPaise(found ?? to)] as const]
  })
  const seen: LoadedPrices = { ...before, ...Object.fromEntries(updated) }
  return Object.fromEntries(Object.entries(seen).filter(([id]) => drafts[id as CellId] !== undefined))
}

/** Drafts after a save: those of other cells, and those typed while the call was running. */
export const rebaseDrafts = (drafts: Drafts, sent: Drafts, saved: ReadonlySet<CellId>): Drafts =>
  Object.fromEntries(
    (Object.entries(drafts) as [CellId, string][]).filter(
      ([id, text]) => !saved.has(id) || sent[id] !== text,
    ),
  )

/** A cell: its text, its saved price, and its parsed draft where valid. In paise. */
export type SheetCell = { text: string; savedPaise: number; paise: number | undefined; isChanged: boolean }

export function cellOf(item: AdminItem, column: PriceColumn, drafts: Drafts): SheetCell {
  const savedPaise = toPaise(item[column])
  const draft = drafts[cellId(item.itemid, column)]
  if (draft === undefined)
    return { text: String(item[column]), savedPaise, paise: savedPaise, isChanged: false }
  const paise = readPaise(draft)
  return { text: draft, savedPaise, paise, isChanged: paise !== savedPaise }
}

/** A price change of one cell, from the value it had when typing began. In paise. */
export type CellChange = {
  id: CellId
  item: AdminItem
  column: PriceColumn
  fromPaise: number
  toPaise: number
}

/** Changes of the rows whose cells are all valid. */
export const cellChanges = (rows: readonly RowChange[], drafts: Drafts, seen: LoadedPrices): CellChange[] =>
  rows.flatMap(({ item }) =>
    columns.flatMap((column) => {
      const { paise, savedPaise, isChanged } = cellOf(item, column, drafts)
      const id = cellId(item.itemid, column)
      if (!isChanged || paise === undefined) return []
      return [{ id, item, column, fromPaise: seen[id] ?? savedPaise, toPaise: paise }]
    }),
  )

/** A row that differs from its saved prices; it can be sent unless `unread`. */
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

/** The result of a paste, for its message. */
export type Pasted = { drafts: Drafts; rows: number; columns: number; unknown: number }

/**
 * Pastes columns of a spreadsheet. If the first of several columns contains mostly item numbers,
 * rows are matched by number and filled from the price on. Otherwise cells are filled to the right
 * and down from the focused one.
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
  const numbered = lines.filter(([first = '', ...others]) => others.length > 0 && byNumber.has(first.trim()))
  // A price may equal an item number by accident.
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

/** Values beyond the last column are dropped; an empty cell changes nothing. */
function cellsOf(itemid: number, from: number, values: readonly string[]): [CellId, string][] {
  return values.flatMap((value, offset): [CellId, string][] => {
    const column = columns[from + offset]
    return column && value.trim() !== '' ? [[cellId(itemid, column), value.trim()]] : []
  })
}
