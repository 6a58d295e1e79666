import { describe, expect, it } from 'vitest'
import { splitPastedIds } from './paste-ids.ts'

describe('splitPastedIds', () => {
  it.each(['123456789 (1234)', '123456789(1234)', ' 123456789 1234 ', '123456789, 1234', '123456789 [1234]'])(
    'splits %s',
    (text) => {
      expect(splitPastedIds(text)).toEqual({ first: '123456789', second: '1234' })
    },
  )

  it.each([
    ['ID: 123 Server: 456', '123', '456'],
    ['id 123456789 zone id 1234', '123456789', '1234'],
    ['User ID: 123456789\nZone ID: (1234)', '123456789', '1234'],
    ['Server: 456, UID: 123', '123', '456'],
    ['My player id is nothing. ID:123456 server:Asia', '123456', 'Asia'],
    ['UID 800123456 Server Asia', '800123456', 'Asia'],
    ['आईडी: १२३४५६ सर्वर: ४५६', '123456', '456'],
    ['आईडी 123456, ज़ोन आईडी: 1234', '123456', '1234'],
    ['१२३४५६७८९ (१२३४)', '123456789', '1234'],
  ])('splits %s by its words', (text, first, second) => {
    expect(splitPastedIds(text)).toEqual({ first, second })
  })

  it.each([
    '123456789',
    '1234',
    'asha@mail.test',
    '+91 98765 43210 12',
    'JP-261121-K7Q2MD',
    'Server: 456',
    'ID: 123',
  ])('leaves %s as pasted', (text) => {
    expect(splitPastedIds(text)).toBeUndefined()
  })
})
