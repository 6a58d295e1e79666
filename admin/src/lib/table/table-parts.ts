import type { Column } from '@jhatpat/shared/ui/data-table.tsx'

/** What a table says of itself. */
export type TableTexts = {
  title: string
  /** What the rows are: `orders`. */
  rows: string
  /** What one of them is: `order`. */
  row: string
  /** In the search box, and its name; left out, there is none. */
  search?: string
  /** How long one may pause between two letters before they are searched for, in ms; left out, only Enter asks. */
  searchPauseMs?: number
  /** What is searched for, said where nothing was found; left out, something whole. */
  searched?: string
  /** Nothing is there at all: the specification's sentence, and why. */
  nothingYet: string
  nothingYetWhy: string
}

/**
 * A column that the admin may hide and move; its name stands in the list of columns. `isFixed` is always the first,
 * `isActs` the last: what may be done with a row, which is in no list.
 */
export type TableColumn<Row> = Column<Row> & { name: string; isFixed?: boolean; isActs?: boolean }
