import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'

/** No row of ours is this long: an unclosed quote would take the rest of the file into memory. */
const maxRowLength = 1_000_000

/**
 * The rows of a CSV file (RFC 4180), one at a time. Lines end in `\r\n` or `\n`.
 * @param chunks the file's text, cut anywhere
 * @throws RangeError where a row does not end
 */
export async function* readCsv(chunks: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string[]> {
  const parser = parse({
    bom: true,
    max_record_size: maxRowLength,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    relax_quotes: true,
  })
  try {
    // The callback is needed by the signature; an error of the source destroys the parser, whose reader gets it.
    for await (const row of pipeline(Readable.from(chunks), parser, () => {})) yield row as string[]
  } catch (error) {
    if (error instanceof CsvError) throw new RangeError('a row of the file does not end', { cause: error })
    throw error
  }
}
