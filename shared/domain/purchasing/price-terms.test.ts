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
  ])('fills %j as %j, in the order of our inputs', (known, told, names) => {
    expect(mapInputFields(known, told)).toEqual(names)
  })

  it.each([
    ['one more', ['Player ID'], ['Player ID', 'Server']],
    ['one less', ['User ID', 'Server ID'], ['User ID']],
    ['one that means something else', ['User ID', 'Server ID'], ['User ID', 'E-mail']],
    ['two that mean the same', ['User ID', 'Server ID'], ['User ID', 'Player ID']],
  ])('cannot fill %s', (_what, known, told) => {
    expect(mapInputFields(known, told)).toBeUndefined()
  })

  it('leaves names that were never asked for, or never differ, as they are known', () => {
    expect(mapInputFields(['User ID', 'Server ID'], [])).toEqual([])
    expect(mapInputFields([], ['anything'])).toEqual([])
  })
})
