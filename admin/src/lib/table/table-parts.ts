import type { Column } from '@jhatpat/shared/ui/data-table.tsx'

/** Texts of a table. */
export type TableTexts = {
  title: string
  /** Plural of a row: `orders`. */
  rows: string
  /** Singular of a row: `order`. */
  row: string
  /** Placeholder and name of the search; left out, there is no search. */
  search?: string
  /** Pause after the last letter before a search starts, in ms; left out, only Enter searches. */
  searchPauseMs?: number
  /** What can be searched for, shown when nothing was found; left out, only complete values can. */
  searched?: string
  /** For an empty list: the specification's sentence, and the reason. */
  nothingYet: string
  nothingYetWhy: string
}

/**
 * A column that the admin may hide and move, listed by its name. `isFixed` is always the first
 * column, `isActs` the last one with the row's actions; neither is in the list.
 */
export type TableColumn<Row> = Column<Row> & { name: string; isFixed?: boolean; isActs?: boolean }
