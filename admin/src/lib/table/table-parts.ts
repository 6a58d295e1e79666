import type { Column } from '@jhatpat/shared/ui/data-table.tsx'

/** What a table says of itself. */
export type TableWords = {
  title: string
  /** What the rows are: `orders`. */
  rows: string
  /** In the search box, and its name; left out, there is none. */
  search?: string
  /** Nothing is there at all: the specification's sentence, and why. */
  nothingYet: string
  nothingYetWhy: string
}

/** A column that the admin may hide, unless `isFixed`; its name stands in the list of columns. */
export type TableColumn<Row> = Column<Row> & { name: string; isFixed?: boolean }
