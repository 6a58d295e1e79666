import { toDecimalText } from '../../contracts/money.ts'

/** A cell: text (possibly from users), an amount in paise, a time, or nothing. */
export type Cell = string | { paise: number } | Date | null | undefined

const istMs = 330 * 60_000

/** Makes spreadsheets read the file as UTF-8. */
export const byteOrderMark = '\uFEFF'

/** A line with its line ending, as in RFC 4180. */
export const csvLine = (cells: readonly Cell[]): string =>
  `${cells.map((cell) => quoted(cellText(cell))).join(',')}\r\n`

/** A column of a file: its head, and the cell of a row. */
export type CsvColumn<Row> = readonly [head: string, cell: (row: Row) => Cell]

/** The head of an amount, and that of a time. */
export const inRupees = (head: string) => `${head} (INR)`
export const inIst = (head: string) => `${head} (IST)`

/** The text of a file: its heads first, then its rows as they come. */
export async function* csvText<Row>(
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns.map(([head]) => head))
  for await (const rows of batches)
    yield rows.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join('')
}

/** A cell's text in the file. */
export function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return istText(cell)
  return typeof cell === 'string' ? withoutFormula(cell) : toDecimalText(cell.paise)
}

/** `2026-11-21 20:42:10`, in IST. */
const istText = (at: Date) => new Date(at.getTime() + istMs).toISOString().slice(0, 19).replace('T', ' ')

/**
 * Spreadsheets run a cell that begins like a formula; an apostrophe makes it text. A semicolon ends a cell in locales
 * with a decimal comma, and full-width signs count as well (OWASP, CSV injection).
 */
const withoutFormula = (text: string) => text.replace(/(^|;)(?=\s*[=+\-@\t\r\n|%＝＋－＠])/g, "$1'")

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
