/** One numbered statement of the specification, and the part of the product that implements it. */
export type Row = { id: string; where: string; statement: string; part: string }

/**
 * Reads docs/specification-rows.tsv: id, section, where, statement, part.
 * @throws Error that names the line
 */
export function readRows(tsv: string): Row[] {
  const [, ...lines] = tsv.trimEnd().split('\n')
  const rows = lines.map((line, index) => {
    const [id = '', , where = '', statement = '', part = ''] = line.split('\t')
    if (!/^[A-Z]+-\d{2,3}$/.test(id) || !part) throw new Error(`line ${index + 2} is no row: ${line}`)
    return { id, where, statement, part }
  })
  const twice = rows.find((row, index) => rows.findIndex(({ id }) => id === row.id) !== index)
  if (twice) throw new Error(`${twice.id} is there twice`)
  return rows
}

/** Reads docs/finished-parts.txt: one part's name per line, and comments after #. */
export function readFinishedParts(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter(Boolean)
}

/** `PROD` of `PROD-17` */
export function prefixOf(id: string): string {
  return id.replace(/-\d+$/, '')
}
