import { describe, expect, it } from 'vitest'
import { chooseSteps } from './steps.ts'

const namesOf = (names: string[], isCi: boolean) => chooseSteps(names, { isCi }).map(({ name }) => name)

describe('the steps of npm test', () => {
  it('end with the core mutants under CI, and leave them out elsewhere', () => {
    const all = namesOf([], true)
    expect(all.at(-1)).toBe('mutants')
    expect(all.slice(0, 2)).toEqual(['types', 'lint'])
    expect(namesOf([], false)).toEqual(all.slice(0, -1))
  })

  it('are only the named ones, in their own order, also where they would be left out', () => {
    expect(namesOf(['mutants', 'unit'], false)).toEqual(['unit', 'mutants'])
  })

  it('refuse an unknown name, and list the known ones', () => {
    expect(() => namesOf(['units'], true)).toThrow(
      /^There is no step units: choose from types, lint, .*, mutants\.$/,
    )
  })
})
