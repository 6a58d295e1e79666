import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CliError } from '../../../scripts/processes/cli-error.ts'
import { type Fragment, readFragment, readFragments } from './fragment.ts'
import { refuseMissing, refuseMoved, refuseTwice } from './missing-place.ts'
import { type Change, changesOf, type Mutant } from './mutant.ts'
import { findPlaces } from './places.ts'
import { findScopes } from './scope.ts'
import { type Splice, splice, spliceOf } from './splice.ts'
import { findProgramErrors, type Parsed, parseSource } from './syntax-node.ts'

type Sources = { before: string; after: string }

/**
 * Reads the mutant's file below a folder and applies it.
 * @throws CliError that names the mutant when a place does not exist exactly once, or the result is not a
 * program
 */
export function changeFile(root: string, mutant: Mutant): Sources {
  const before = readIfThere(join(root, mutant.file))
  if (before === undefined)
    throw refuseMoved(root, mutant, changesOf(mutant)[0] ?? { inside: '', find: '', replace: '' })
  return { before, after: changeSource(root, mutant, before) }
}

export function changeSource(root: string, mutant: Mutant, before: string): string {
  if (!isProgram(mutant.file)) return changeText(mutant, before)
  const parsed = parseSource(mutant.file, before)
  if (!parsed)
    throw new CliError(`${mutant.file}, which the mutant "${mutant.name}" changes, cannot be parsed.`)
  const splices = changesOf(mutant).map((change) => spliceFor(root, { mutant, change, parsed }))
  const after = splice(before, splices)
  const errors = findProgramErrors(mutant.file, after)
  if (errors.length > 0) {
    throw new CliError(
      `With the mutant "${mutant.name}" ${mutant.file} is not a program any more: ${errors.join('; ')}\n${after}`,
    )
  }
  return after
}

/** Other files, such as a configuration, are changed as text. */
export const isProgram = (file: string): boolean => /\.[cm]?[jt]sx?$/.test(file)

function changeText(mutant: Mutant, before: string): string {
  return changesOf(mutant).reduce((text, { find, replace }) => {
    const parts = text.split(find)
    if (parts.length === 2) return parts.join(replace)
    throw new CliError(
      `The mutant "${mutant.name}" finds its place ${parts.length - 1} times in ${mutant.file}; it must be there once:\n${find}`,
    )
  }, before)
}

function spliceFor(root: string, spot: { mutant: Mutant; change: Change; parsed: Parsed }): Splice {
  const { mutant, change, parsed } = spot
  const pairs = readPairs(mutant, change)
  const patterns = pairs.map(({ pattern }) => pattern)
  const scopes = findScopes(parsed.root, change.inside)
  for (const { pattern, replacement } of pairs) {
    const [place, ...others] = findPlaces(scopes, pattern)
    if (place && others.length > 0) throw refuseTwice({ ...spot, patterns }, [place, ...others])
    if (place) return spliceOf(parsed.text, place, replacement)
  }
  throw refuseMissing(root, { ...spot, patterns })
}

/** Both texts read as the same kind of syntax, in each way that this is possible. */
function readPairs(
  { name, file }: Mutant,
  { find, replace }: Change,
): { pattern: Fragment; replacement: Fragment }[] {
  const pairs = readFragments(file, find).flatMap((pattern) => {
    const replacement = readFragment(file, replace, pattern.kind)
    return pattern.nodes.length > 0 && replacement ? [{ pattern, replacement }] : []
  })
  if (pairs.length > 0) return pairs
  throw new CliError(
    `The mutant "${name}" has a "find" and a "replace" that are not complete pieces of syntax of the same kind:\n${find}\n→ ${replace}`,
  )
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
