import { expect, it } from 'vitest'
import { isPublicAddress, lookupPublic } from './public-address.ts'

it.each([
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '192.0.2.7',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  'fe80::1',
  'fc00::1',
  'fd12::1',
  'ff02::1',
  '2002:7f00:1::1',
  '2001:0:1::1',
  '2001:db8::1',
  '64:ff9b::7f00:1',
  'localhost',
  '',
  '8.8.8',
  '1',
])('refuses %j as an address of the open internet', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

it.each(['8.8.8.8', '172.32.0.1', '192.169.0.1', '223.255.255.255', '2404:6800:4009::200a', '2a00:1450::5'])(
  'accepts %s as one',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

it.each([true, false])('finds no address for a name that resolves to this machine (all: %s)', async (all) => {
  const error = await new Promise((resolve) => lookupPublic('localhost', { all }, resolve))
  expect(error).toMatchObject({ code: 'ENOTPUBLIC' })
})
