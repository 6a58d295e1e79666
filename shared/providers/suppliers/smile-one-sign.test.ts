import { describe, expect, it } from 'vitest'
import { signSmileOne } from './smile-one.ts'

const account = {
  email: 'merchant@example.test',
  product: 'mobilelegends',
  time: '1700000000',
  uid: '1000001',
}
const player = { productid: '13', userid: '12345678', zoneid: '2001' }

describe('signSmileOne', () => {
  it('signs a call about the account as the vendor does', () => {
    expect(signSmileOne(account, 'testkey')).toBe('a4dbccc437b9f6d2725d3c94a02fdc46')
  })

  it('signs a call about a player as the vendor does', () => {
    expect(signSmileOne({ ...account, ...player }, 'testkey')).toBe('8f1d7127e969397f768f1d7e1fd9da87')
  })

  it('gives one signature for any order of the parameters', () => {
    expect(signSmileOne({ ...player, ...account }, 'testkey')).toBe(
      signSmileOne({ ...account, ...player }, 'testkey'),
    )
  })
})
