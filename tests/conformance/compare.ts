import { prefixOf, type Row } from './rows.ts'

export type FoundTitle = { path: string; title: string }

/** Number of rows of a part, or of those with one prefix, and how many of them a test names. */
export type Tally = { name: string; rows: number; tested: number }

export type Comparison = {
  parts: (Tally & { isFinished: boolean; prefixes: Tally[]; untested: Row[] })[]
  /** Titles that name an unknown row. */
  unknown: (FoundTitle & { id: string })[]
  /** Names of finished parts without rows. */
  unknownParts: string[]
}

/** Compares the specification's rows with the titles of the tests that run. */
export function compare(
  rows: readonly Row[],
  titles: readonly FoundTitle[],
  finished: readonly string[],
): Comparison {
  const known = new Set(rows.map(({ id }) => id))
  const prefixes = new Set(rows.map(({ id }) => prefixOf(id)))
  const named = titles.flatMap((found) => idsIn(found.title, prefixes).map((id) => ({ ...found, id })))
  const tested = new Set(named.map(({ id }) => id))
  const tally = (name: string, some: readonly Row[]): Tally => {
    return { name, rows: some.length, tested: some.filter(({ id }) => tested.has(id)).length }
  }
  const parts = [...Map.groupBy(rows, ({ part }) => part)].map(([part, ofPart]) => ({
    ...tally(part, ofPart),
    isFinished: finished.includes(part),
    prefixes: [...Map.groupBy(ofPart, ({ id }) => prefixOf(id))].map(([prefix, some]) => tally(prefix, some)),
    untested: ofPart.filter(({ id }) => !tested.has(id)),
  }))
  return {
    parts,
    unknown: named.filter(({ id }) => !known.has(id)),
    unknownParts: finished.filter((name) => !parts.some((part) => part.name === name)),
  }
}

/** Whether every row of the finished parts has a test, and no test names an unknown row. */
export function isConform({ parts, unknown, unknownParts }: Comparison): boolean {
  const isComplete = parts.every((part) => !part.isFinished || part.untested.length === 0)
  return isComplete && unknown.length === 0 && unknownParts.length === 0
}

/**
 * Ids anywhere in a title, and anything in an id's place: so that a mistyped prefix at the start is found,
 * and SHA-256 in the middle is no id.
 */
function idsIn(title: string, prefixes: ReadonlySet<string>): string[] {
  return [...title.matchAll(/(?<![\w-])([A-Z]+)-(\d{2,3})(?![\w-])/g)]
    .filter((match) => prefixes.has(match[1] ?? '') || match.index === 0)
    .map(([id]) => id)
}
