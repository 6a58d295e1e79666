import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { banner } from './banner.ts'

const addresses = { url: 'http://localhost:3000', simulatorUrl: 'http://127.0.0.1:3001' }
const logins = [{ who: 'admin Meera Iyer', with: 'meera@jhatpat.test / secret' }]
const shown = (stack: Pick<Parameters<typeof banner>[0], 'simulated' | 'real' | 'logins'>) =>
  stripVTControlCharacters(banner({ ...addresses, ...stack }))

describe('banner', () => {
  it('shows the logins of a demo, and that no real money moves', () => {
    const text = shown({ simulated: ['UPIGateway', 'mail'], real: [], logins })
    expect(text).toContain('meera@jhatpat.test / secret')
    expect(text).toContain('Simulated: UPIGateway, mail. No real money is used.')
    expect(text).not.toMatch(/Real:|user:create/)
  })

  it('says which providers are real and how to become an admin, and never that no money moves', () => {
    const text = shown({ simulated: ['mail'], real: ['UPIGateway', 'MooGold'], logins: [] })
    expect(text).toContain('Real: UPIGateway, MooGold.')
    expect(text).toContain('npm run cli -- user:create --role admin --email')
    expect(text).not.toMatch(/No real money|Log in as/)
  })
})
