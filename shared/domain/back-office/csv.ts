import { toDecimalText } from '../../contracts/money.ts'

/** A cell: text of others' making, an amount in paise, a moment, or nothing. */
export type Cell = string | { paise: number } | Date | null | undefined

const istMs = 330 * 60_000

/** So that spreadsheets read it as UTF-8. */
export const byteOrderMark = '\uFEFF'

/** One line with its end, as RFC 4180 has it. */
export const csvLine = (cells: readonly Cell[]): string =>
  `${cells.map((cell) => quoted(cellText(cell))).join(',')}\r\n`

/** What a cell says, as whoever reads the file gets it. */
export function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return istText(cell)
  return typeof cell === 'string' ? harmless(cell) : toDecimalText(cell.paise)
}

/** `2026-11-21 20:42:10`, in India. */
const istText = (at: Date) => new Date(at.getTime() + istMs).toISOString().slice(0, 19).replace('T', ' ')

/**
 * A spreadsheet runs a cell that begins like a formula; an apostrophe makes it text. A semicolon ends a cell in locales
 * with a decimal comma, and full-width signs count as well (OWASP, CSV injection).
 */
const harmless = (text: string) => text.replace(/(^|;)(?=\s*[=+\-@\t\r\n|%＝＋－＠])/g, "$1'")

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
