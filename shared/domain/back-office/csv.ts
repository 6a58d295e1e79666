import { toDecimalText } from '../../contracts/money.ts'

/** A cell: text (possibly from users), an amount in paise, a time, or nothing. */
export type Cell = string | { paise: number } | Date | null | undefined

const istMs = 330 * 60_000

/** Makes spreadsheets read the file as UTF-8. */
export const byteOrderMark = '\uFEFF'

/** A line with its line ending, as in RFC 4180. */
export const csvLine = (cells: readonly Cell[]): string =>
  `${cells.map((cell) => quoted(cellText(cell))).join(',')}\r\n`

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
