import type { AdminTable } from '@jhatpat/shared/contracts/admin-tables.ts'
import type { HeadOf, tableHeads } from '@jhatpat/shared/contracts/table-heads.ts'
import type { Column } from '@jhatpat/shared/ui/data-table.tsx'

/** Texts of a table. */
export type TableTexts = {
  /** Heading of the screen, as the menu has it, and name of the table. */
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
 * A column that the admin may hide and move, with its head in `tableHeads`. `isFixed` is always the
 * first column, `isActions` the last one with the row's actions; neither can be hidden.
 */
export type TableColumn<Table extends AdminTable, Row> = {
  [Key in HeadOf<Table>]: { key: Key; head: (typeof tableHeads)[Table][Key] }
}[HeadOf<Table>] &
  Omit<Column<Row>, 'key' | 'head'> & { key: string; head: string; isFixed?: boolean; isActions?: boolean }
