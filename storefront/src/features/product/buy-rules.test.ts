import { describe, expect, it } from 'vitest'
import { splitPastedId } from './buy-rules.ts'

describe('splitPastedId', () => {
  it.each(['123456789 (1234)', '123456789(1234)', ' 123456789 1234 ', '123456789, 1234', '123456789 [1234]'])(
    'splits %s',
    (text) => {
      expect(splitPastedId(text)).toEqual({ first: '123456789', second: '1234' })
    },
  )

  it.each(['123456789', '1234', 'asha@mail.test', '+91 98765 43210 12', 'JP-261121-K7Q2MD'])(
    'leaves %s as pasted',
    (text) => {
      expect(splitPastedId(text)).toBeUndefined()
    },
  )
})
