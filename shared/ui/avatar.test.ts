import { expect, it } from 'vitest'
import { initials } from './avatar.tsx'

it.each([
  ['Arjun Nair', 'AN'],
  ['Meera', 'ME'],
  [' dev  kumar kohli ', 'DK'],
  ['किरण शाह', 'किशा'],
  ['', ''],
])('takes the initials of "%s"', (name, letters) => {
  expect(initials(name)).toBe(letters)
})
