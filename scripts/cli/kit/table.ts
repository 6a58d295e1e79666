/** Rows as lines of a table with the widths of their columns; a column of numbers is aligned to the right. */
export function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const all = [heads, ...rows].map((row) => row.map(String))
  const widths = heads.map((_head, column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  const isNumber = heads.map(
    (_head, column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number'),
  )
  return all
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0
          return isNumber[column] ? cell.padStart(width) : cell.padEnd(width)
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** A heading with indented lines below it; nothing when there are no lines. */
export function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}\n${lines.map((line) => `  ${line}`).join('\n')}\n`
}

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`
