import { expect, it } from 'vitest'
import { groupId, groupMobile, ungroupId } from './ids.ts'

it('groups an id for reading aloud', () => {
  expect(groupId('JP261121K7Q2MD')).toBe('JP-261121-K7Q2MD')
  expect(groupId('432198765012')).toBe('432198765012')
})

it('finds the id in pasted text', () => {
  expect(ungroupId(' jp-261121-k7q2md ')).toBe('JP261121K7Q2MD')
  expect(ungroupId(' arjun.nair@mail.in ')).toBe('arjun.nair@mail.in')
})

it('formats a mobile number with its country code', () => {
  expect(groupMobile('9876543210')).toBe('+91 98765 43210')
  expect(groupMobile('+919876543210')).toBe('+91 98765 43210')
  expect(groupMobile('1234')).toBe('1234')
})
