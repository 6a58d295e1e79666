import { byteOrderMark } from './csv.ts'

/** Longer than any row of ours. An unclosed quote would otherwise read the rest of the file into memory. */
const maxRowLength = 1_000_000

/**
 * The rows of a CSV as in RFC 4180, one at a time, so that memory use does not depend on their number. Lines end with
 * `\r\n` or `\n`.
 * @param chunks the file's text, split anywhere
 * @throws RangeError for a row that does not end
 */
export async function* readCsv(chunks: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string[]> {
  let rest = ''
  let isFirst = true
  for await (const chunk of chunks) {
    rest += isFirst && chunk.startsWith(byteOrderMark) ? chunk.slice(1) : chunk
    isFirst = false
    let end = endOfRow(rest)
    let from = 0
    while (end !== undefined) {
      yield cellsOf(rest.slice(from, end))
      from = end + 1
      end = endOfRow(rest, from)
    }
    rest = rest.slice(from)
    if (rest.length > maxRowLength) throw new RangeError('a row of the file does not end')
  }
  if (rest !== '') yield cellsOf(rest)
}

/** The position of the line feed that ends a row, outside of quotes. */
function endOfRow(text: string, from = 0): number | undefined {
  let isQuoted = false
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted
    else if (text[at] === '\n' && !isQuoted) return at
  }
  return undefined
}

function cellsOf(line: string): string[] {
  const row = line.endsWith('\r') ? line.slice(0, -1) : line
  const cells: string[] = []
  let [from, isQuoted] = [0, false]
  for (let at = 0; at <= row.length; at += 1) {
    if (row[at] === '"') isQuoted = !isQuoted
    if (at < row.length && (isQuoted || row[at] !== ',')) continue
    cells.push(unquoted(row.slice(from, at)))
    from = at + 1
  }
  return cells
}

const unquoted = (cell: string) =>
  cell.length > 1 && cell.startsWith('"') && cell.endsWith('"')
    ? cell.slice(1, -1).replaceAll('""', '"')
    : cell
