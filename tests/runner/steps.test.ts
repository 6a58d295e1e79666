import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesOnlyInAll, shortJourneys } from './only-in-all.ts'
import { chooseSteps } from './steps.ts'

const root = resolve(import.meta.dirname, '../..')
const namesOf = (...names: string[]) => chooseSteps(names).map(({ name }) => name)
const commandOf = (step: string, ...names: string[]) =>
  chooseSteps(names).find(({ name }) => name === step)?.checks[0]?.command

describe('the steps of npm test', () => {
  it('are all of them for all, the core mutants last, and fewer without a name', () => {
    expect(namesOf('all').slice(0, 2)).toEqual(['types', 'lint'])
    expect(namesOf('all').at(-1)).toBe('mutants')
    expect(namesOf()).toEqual(
      namesOf('all').filter((name) => !['cluster', 'deployment', 'mutants'].includes(name)),
    )
  })

  it('are only the named ones, in their own order, whole', () => {
    expect(namesOf('mutants', 'unit')).toEqual(['unit', 'mutants'])
    expect(commandOf('services', 'services')).toEqual(commandOf('services', 'all'))
    expect(commandOf('services')).toContain(`--exclude=${filesOnlyInAll[0]}`)
    expect(commandOf('e2e')).toEqual([...(commandOf('e2e', 'all') ?? []), ...shortJourneys])
  })

  it('refuse an unknown name, and list the known ones', () => {
    expect(() => namesOf('units')).toThrow(
      /^There is no step units: choose all, or from types, lint, .*, mutants\.$/,
    )
  })

  it('leave out and choose files that exist', () => {
    const cluster = commandOf('cluster', 'all')?.filter((part) => part.endsWith('.test.ts')) ?? []
    expect(cluster.length).toBeGreaterThan(2)
    for (const file of [...filesOnlyInAll, ...shortJourneys, ...cluster])
      expect(existsSync(join(root, file)), file).toBe(true)
  })
})
