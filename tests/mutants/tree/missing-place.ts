import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CliError } from '../../../scripts/processes/cli-error.ts'
import type { Fragment } from './fragment.ts'
import type { Change, Mutant } from './mutant.ts'
import { findPlaces, type Place } from './places.ts'
import { findScopes } from './scope.ts'
import { type Parsed, parseSource } from './syntax-node.ts'

const folders = ['shared', 'api', 'workers', 'scripts', 'storefront', 'admin']

type Missing = { mutant: Mutant; change: Change; parsed: Parsed; patterns: readonly Fragment[] }

export function refuseTwice({ mutant, change, parsed }: Missing, places: readonly Place[]): CliError {
  const lines = places.map(({ nodes }) => lineOf(parsed.text, nodes[0]?.start ?? 0))
  return new CliError(
    `The mutant "${mutant.name}" finds its place ${places.length} times in ${spot(mutant, change)} (lines ${lines.join(', ')}); it must be there once:\n${change.find}`,
  )
}

export function refuseMissing(root: string, missing: Missing): CliError {
  const { mutant, change, parsed, patterns } = missing
  if (findScopes(parsed.root, change.inside).length === 0) return refuseMoved(root, mutant, change)
  const elsewhere = patterns.flatMap((pattern) => findPlaces([parsed.root], pattern))
  const lines = elsewhere.map(({ nodes }) => lineOf(parsed.text, nodes[0]?.start ?? 0))
  const hint = lines.length > 0 ? ` It is elsewhere in this file, at line ${lines.join(', ')}.` : ''
  return new CliError(
    `The mutant "${mutant.name}" does not find its place in ${spot(mutant, change)}.${hint} Change its "find" to the current source:\n${change.find}`,
  )
}

/** @returns the error for a function that its file does not have, with the files that have it */
export function refuseMoved(root: string, mutant: Mutant, { inside }: Change): CliError {
  const files = inside === '' ? [] : filesWith(root, inside)
  const hint = files.length > 0 ? `It is now in ${files.join(', ')}.` : 'No file has it.'
  return new CliError(
    `The mutant "${mutant.name}" changes "${inside}", which is not in ${mutant.file}. ${hint}`,
  )
}

/** The source files that declare a name. */
function filesWith(root: string, inside: string): string[] {
  const lastName = inside.split('.').at(-1) ?? ''
  return sourceFiles(root).filter((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const parsed = text.includes(lastName) ? parseSource(file, text) : undefined
    return parsed !== undefined && findScopes(parsed.root, inside).some((node) => isOwnName(node.type))
  })
}

/** A property of the same name elsewhere is no sign that a function was moved there. */
function isOwnName(type: string): boolean {
  return type !== 'Property'
}

function sourceFiles(root: string): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      .filter((file) => !/(^|\/)(node_modules|dist)\//.test(file)),
  )
}

function spot({ file }: Mutant, { inside }: Change): string {
  return inside === '' ? file : `"${inside}" of ${file}`
}

function lineOf(text: string, position: number): number {
  return text.slice(0, position).split('\n').length
}
