import { asvsItems } from './asvs-items.ts'

/** The mutants that the tables may name. */
export type KnownMutant = { name: string; tests: readonly string[] }

/** Sections of the ASVS that require a document; the others require behaviour. */
const documented = ['2.1', '5.1', '6.1', '7.1', '8.1', '11.1', '13.1', '14.1', '15.1', '16.1']

const wanted = [...asvsItems].filter(([, level]) => level < 3).map(([id]) => id)

type Row = { id: string; chapter: string; level: string; asks: string; held: string; undone: string }

/** What is wrong with `docs/security.md`: missing items, and rows that lack something. */
export function securityFaults(text: string, mutants: readonly KnownMutant[]): string[] {
  const rows = rowsOf(text)
  const ids = rows.map(({ id }) => id)
  return [
    ...wanted.filter((id) => !ids.includes(id)).map((id) => `${id} is missing`),
    ...ids
      .filter((id, index) => !wanted.includes(id) || ids.indexOf(id) !== index)
      .map((id) => `${id} is too much`),
    ...(isInOrder(ids) ? [] : ['the items are not in their order']),
    ...rows.flatMap((row) => rowFaults(row, mutants).map((fault) => `${row.id} ${fault}`)),
    ...summaryFaults(text, rows),
  ]
}

/**
 * What is wrong with the table of `docs/threat-model.md`: each of its rows must name a mutant that removes
 * its defence.
 */
export function threatFaults(text: string, mutants: readonly KnownMutant[]): string[] {
  const table = text.split('\n## Attackers and controls\n')[1]?.split('\n## ')[0] ?? ''
  const rows = table.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| who |'))
  if (rows.length === 0) return ['there is no table']
  return rows.flatMap((row) => {
    const [, who = '', , held = '', undone = ''] = cellsOf(row)
    return threatRowFaults(undone, held, mutants).map((fault) => `${who} ${fault}`)
  })
}

/** Where a row cites tests, one of them must catch one of its mutants. */
function threatRowFaults(undone: string, held: string, mutants: readonly KnownMutant[]): string[] {
  const names = namesIn(undone)
  if (!undone.startsWith('mutant ') || names.length === 0) return ['names no mutant']
  const named = mutants.filter(({ name }) => names.includes(name))
  const unknown = names.filter((name) => !named.some((mutant) => mutant.name === name))
  const files = citedFiles(held).filter((file) => !file.endsWith('.spec.ts'))
  const isCited = files.length === 0 || named.some((mutant) => isCaughtBy(mutant, files))
  return [
    ...unknown.map((name) => `names a mutant that does not exist: ${name}`),
    ...(isCited ? [] : ['names no mutant of the tests that it cites']),
  ]
}

function rowsOf(text: string): Row[] {
  let chapter = ''
  return text.split('\n').flatMap((line) => {
    chapter = /^## V(\d+) /.exec(line)?.[1] ?? (line.startsWith('## ') ? '' : chapter)
    if (!/^\| \d+\.\d+\.\d+ \|/.test(line)) return []
    const [, id = '', level = '', asks = '', held = '', undone = ''] = cellsOf(line)
    return [{ id, chapter, level, asks, held, undone }]
  })
}

const cellsOf = (line: string): string[] => line.split('|').map((cell) => cell.trim())

const isInOrder = (ids: readonly string[]): boolean =>
  ids.every((id, index) => index === 0 || wanted.indexOf(ids[index - 1] ?? '') < wanted.indexOf(id))

function rowFaults(row: Row, mutants: readonly KnownMutant[]): string[] {
  const { id, chapter, level, asks } = row
  return [
    ...(id.startsWith(`${chapter}.`) ? [] : [`is in the table of V${chapter}`]),
    ...(level === String(asvsItems.get(id)) ? [] : [`is of level ${asvsItems.get(id)}`]),
    ...(asks.length >= 15 ? [] : ['does not say what is asked']),
    ...answerFaults(row, mutants),
  ]
}

const isOpen = ({ held }: Row): boolean => held.startsWith('Not met')
const isNone = ({ held }: Row): boolean => held.startsWith('Does not apply')

function answerFaults(row: Row, mutants: readonly KnownMutant[]): string[] {
  const { id, held, undone } = row
  if (isOpen(row) || isNone(row)) {
    const hasReason = /^(Not met|Does not apply): .{10}/.test(held)
    return hasReason && undone === '–' ? [] : ['does not say why not, and nothing else']
  }
  if (undone.startsWith('mutant ')) return mutantFaults(undone, held, mutants)
  if (/^attack: .{20}/.test(undone)) return citedFiles(held).length > 0 ? [] : ['names no test that attacks']
  if (/^document: .{5}/.test(undone)) return documentFaults(id, held)
  return ['names neither a mutant nor an attack']
}

function documentFaults(id: string, held: string): string[] {
  const isDocumented = documented.some((section) => id.startsWith(`${section}.`))
  if (!isDocumented) return ['asks for more than a document']
  return /\]\([\w./-]+\.md#[\w-]+\)/.test(held) ? [] : ['links to no section']
}

/** Each named mutant must exist, and must be caught by a test file that the row names. */
function mutantFaults(undone: string, held: string, mutants: readonly KnownMutant[]): string[] {
  const names = namesIn(undone)
  if (names.length === 0) return ['names no mutant']
  return names.flatMap((name) => {
    const mutant = mutants.find((one) => one.name === name)
    if (!mutant) return [`names a mutant that does not exist: ${name}`]
    return isCaughtBy(mutant, citedFiles(held)) ? [] : [`names no test that catches: ${name}`]
  })
}

const namesIn = (undone: string): string[] => [...undone.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name)

const isCaughtBy = ({ tests }: KnownMutant, files: readonly string[]): boolean =>
  tests.some((path) => files.some((file) => `/${path}`.endsWith(`/${file}`)))

const citedFiles = (held: string): string[] =>
  [...held.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`: "[^"]+"/g)].map(([, file = '']) => file)

/** The numbers at the top, and the list at the end of what is not met. */
function summaryFaults(text: string, rows: readonly Row[]): string[] {
  const [open, none] = [rows.filter(isOpen), rows.filter(isNone)]
  const numbers = `Of ${rows.length} items ${rows.length - open.length - none.length} are met, ${none.length} do not apply and ${open.length} are [not met]`
  const listed = [...(text.split('\n## Not met\n')[1] ?? '').matchAll(/^\|[^|]*\|([^|]*)\|.*\|$/gm)].flatMap(
    ([, cell = '']) => cell.match(/\d+\.\d+\.\d+/g) ?? [],
  )
  const forgotten = open.map(({ id }) => id).filter((id) => !listed.includes(id))
  const met = listed.filter((id) => !open.some((row) => row.id === id))
  return [
    ...(text.includes(numbers) ? [] : [`the top must say: ${numbers}`]),
    ...forgotten.map((id) => `${id} is not in the list of what is not met`),
    ...met.map((id) => `${id} is in the list of what is not met, and is met`),
  ]
}
