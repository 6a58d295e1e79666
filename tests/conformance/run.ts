/**
 * `npm run conformance`: which rows of the specification have a test that names them in its title. With
 * `--check` it exits with code 1 when a row of a finished part has none, or a test names an unknown row.
 */
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { compare, isConform } from './compare.ts'
import { findTests } from './find-tests.ts'
import { report } from './report.ts'
import { readFinishedParts, readRows } from './rows.ts'

const root = resolve(import.meta.dirname, '../..')
const [rows, finished, tests] = await Promise.all([
  readFile(join(root, 'docs/specification-rows.tsv'), 'utf8').then(readRows),
  readFile(join(root, 'docs/finished-parts.txt'), 'utf8').then(readFinishedParts),
  findTests(root),
])
const comparison = compare(rows, tests, finished)
console.log(report(comparison))
if (process.argv.includes('--check') && !isConform(comparison)) process.exitCode = 1
