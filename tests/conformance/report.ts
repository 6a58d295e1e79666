import type { Comparison, Tally } from './compare.ts'

/** The comparison as text: per part and prefix the rows with and without a test, then what is wrong. */
export function report({ parts, unknown, unknownParts }: Comparison): string {
  const tables = parts.flatMap((part) => [
    `${line(part)}${part.isFinished ? '  finished' : ''}`,
    ...part.prefixes.map((prefix) => `  ${line(prefix)}`),
    '',
  ])
  const missing = parts
    .filter(({ isFinished }) => isFinished)
    .flatMap(({ untested }) => untested)
    .map(({ id, where, statement }) => `  ${id}  ${where}: ${statement}`)
  return [
    ...tables,
    ...section('Rows of finished parts without a test:', missing),
    ...section(
      'Tests that name a row there is not:',
      unknown.map(({ id, path, title }) => `  ${id}  ${path}: ${title}`),
    ),
    ...section(
      'Finished parts that no row has:',
      unknownParts.map((name) => `  ${name}`),
    ),
  ].join('\n')
}

function line({ name, rows, tested }: Tally): string {
  const count = (value: number) => String(value).padStart(4)
  return `${name.padEnd(14)}${count(rows)} rows ${count(tested)} with a test ${count(rows - tested)} without`
}

function section(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines, '']
}
