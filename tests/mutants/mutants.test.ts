import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { filesOnlyInAll } from '../runner/only-in-all.ts'
import { allMutants } from './all-mutants.ts'
import { changeFile } from './tree/change-source.ts'
import { match } from './tree/match.ts'
import { parseSource } from './tree/syntax-node.ts'

const root = resolve(import.meta.dirname, '../..')

it.each(allMutants)('$name: finds its place in $file once and leaves another program', (mutant) => {
  const { before, after } = changeFile(root, mutant)
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
