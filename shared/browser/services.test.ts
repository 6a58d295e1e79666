import { describe, expect, it } from 'vitest'
import { makeUser } from '../../tests/screens/shop-fixture.ts'
import type { BrowserUser } from '../contracts/accounts.ts'
import { createServices } from './services.tsx'
import { endSession, forgetUser, storeSession } from './session.ts'

const asha = makeUser()
const ravi = makeUser({ _id: '665000000000000000000002', userid: 'U2', name: 'Ravi' })

function withAnOrderOf(user: BrowserUser) {
  const services = createServices()
  storeSession(services.store, { token: 'token-1', user })
  services.queries.setQueryData(['order', 'JP1'], { of: user.name })
  return services
}

const cachedKeys = ({ queries }: ReturnType<typeof createServices>) => queries.getQueryData(['order', 'JP1'])

describe('data fetched for a person', () => {
  it('is removed after a sign-out', () => {
    const services = withAnOrderOf(asha)
    forgetUser(services.store)
    expect(cachedKeys(services)).toBeUndefined()
  })

  it('is removed when the session was refused', () => {
    const services = withAnOrderOf(asha)
    endSession(services.store, 'token-1')
    expect(cachedKeys(services)).toBeUndefined()
  })

  it('is removed when another person has signed in, in whatever tab', () => {
    const services = withAnOrderOf(asha)
    storeSession(services.store, { token: 'token-2', user: ravi })
    expect(cachedKeys(services)).toBeUndefined()
  })

  it('stays for the same person with another token or name', () => {
    const services = withAnOrderOf(asha)
    storeSession(services.store, { token: 'token-2', user: makeUser({ name: 'Asha R' }) })
    expect(cachedKeys(services)).toEqual({ of: asha.name })
  })
})

it('stays after a sign-in if it is public', () => {
  const services = createServices()
  services.queries.setQueryData(['home'], 'products')
  storeSession(services.store, { token: 'token-1', user: asha })
  expect(services.queries.getQueryData(['home'])).toBe('products')
})
