import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { filesOnlyInAll } from '../runner/only-in-all.ts'
import { allMutants } from './all-mutants.ts'
import { changeFile, isProgram } from './tree/change-source.ts'
import { match } from './tree/match.ts'
import { parseSource } from './tree/syntax-node.ts'

const root = resolve(import.meta.dirname, '../..')

it.each(allMutants)('$name: finds its place in $file once and leaves another program', (mutant) => {
  const { before, after } = changeFile(root, mutant)
  expect(after).not.toBe(before)
  if (!isProgram(mutant.file)) return
  const [tree, changed] = [before, after].map((text) => parseSource(mutant.file, text)?.root)
  expect(match(tree, changed, new Map()), 'the same program').toBeUndefined()
})

it.each(allMutants)('$name: names tests that exist', ({ tests }) => {
  expect(tests).not.toEqual([])
  for (const file of tests) expect(() => readFileSync(resolve(root, file))).not.toThrow()
})

it('catches mutants by tests of npm test alone', () => {
  expect(allMutants.flatMap(({ tests }) => tests.filter((file) => filesOnlyInAll.includes(file)))).toEqual([])
})

it('gives each mutant a name of its own', () => {
  const names = allMutants.map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

it('uses only names that the changed file knows: another fails every test and proves nothing', () => {
  const programs = allMutants.filter(({ file }) => isProgram(file))
  const changed = programs.map((mutant) => ({ ...mutant, text: changeFile(root, mutant).after }))
  expect(undefinedNames(changed)).toEqual([])
  const unknown = { name: 'a typing error', file: 'a.ts', text: 'export const a = () => b' }
  expect(undefinedNames([unknown])).toEqual([expect.stringContaining("a typing error: 'b' is not defined")])
})

type ChangedFile = { name: string; file: string; text: string }

const lintConfig = { env: { browser: true, es2024: true, node: true }, rules: { 'no-undef': 'error' } }

function undefinedNames(changed: readonly ChangedFile[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'))
  try {
    writeFileSync(join(folder, 'lint.json'), JSON.stringify(lintConfig))
    for (const [index, { file, text }] of changed.entries())
      writeFileSync(join(folder, `${index}-${basename(file)}`), text)
    const options = ['-c', 'lint.json', '-A', 'all', '-D', 'no-undef', '--format', 'json', '.']
    return lintMessages(folder, options).map(
      ({ filename, message }) => `${changed[Number.parseInt(filename, 10)]?.name}: ${message}`,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function lintMessages(cwd: string, options: string[]): { filename: string; message: string }[] {
  const program = resolve(root, 'node_modules/.bin/oxlint')
  try {
    return JSON.parse(execFileSync(program, options, { cwd, encoding: 'utf8' })).diagnostics
  } catch (error) {
    // The exit code is 1 when something was found.
    return JSON.parse((error as { stdout: string }).stdout).diagnostics
  }
}
