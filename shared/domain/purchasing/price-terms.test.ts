import { describe, expect, it } from 'vitest'
import { mapInputFields } from './price-terms.ts'

describe('mapInputFields', () => {
  it.each([
    [
      ['User ID', 'Server ID'],
      ['User ID', 'Server'],
      ['User ID', 'Server'],
    ],
    [
      ['User ID', 'Server ID'],
      ['Zone ID', 'Player ID'],
      ['Player ID', 'Zone ID'],
    ],
    [
      ['User ID', 'Server'],
      ['UID', 'Server'],
      ['UID', 'Server'],
    ],
    [['Player ID'], ['Player Tag'], ['Player Tag']],
    [['Player ID'], ['Character ID'], ['Character ID']],
  ])('maps %j to %j, in the order of our inputs', (current, listed, names) => {
    expect(mapInputFields(current, listed)).toEqual(names)
  })

  it.each([
    ['an additional field', ['Player ID'], ['Player ID', 'Server']],
    ['a missing field', ['User ID', 'Server ID'], ['User ID']],
    ['a field with another meaning', ['User ID', 'Server ID'], ['User ID', 'E-mail']],
    ['two fields with the same meaning', ['User ID', 'Server ID'], ['User ID', 'Player ID']],
  ])('does not map %s', (_what, current, listed) => {
    expect(mapInputFields(current, listed)).toBeUndefined()
  })

  it('keeps the current names when none are listed, or the fields are fixed', () => {
    expect(mapInputFields(['User ID', 'Server ID'], [])).toEqual([])
    expect(mapInputFields([], ['anything'])).toEqual([])
  })
})
