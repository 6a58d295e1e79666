import { everyVendor } from '@jhatpat/shared/providers/vendors.ts'
import { describe, expect, it } from 'vitest'
import { providersToSimulate } from './providers.ts'

const everyKey = Object.fromEntries(
  everyVendor.flatMap(({ keys }) => Object.keys(keys)).map((key) => [key, 'real']),
)
const names = (env: NodeJS.ProcessEnv) => providersToSimulate(env).map(({ title }) => title)

describe('providersToSimulate', () => {
  it('takes a simulator for each provider without keys', () => {
    const titles = everyVendor.map(({ title }) => title)
    expect(titles).toEqual(expect.arrayContaining(['UPIGateway', 'Smile.one', 'mail']))
    expect(names({})).toEqual(titles)
    expect(names({ UPIGATEWAY_KEY: 'real', SMTP_URL: 'smtp://mail' })).toEqual(
      titles.filter((title) => title !== 'UPIGateway' && title !== 'mail'),
    )
    expect(names(everyKey)).toEqual([])
  })

  it('refuses incomplete keys and says which are missing', () => {
    expect(() => names({ SMILE_UID: '1', SMILE_EMAIL: 'a@b.c' })).toThrow(
      'Smile.one needs SMILE_UID, SMILE_EMAIL and SMILE_KEY. Missing: SMILE_KEY.',
    )
  })

  it('never simulates in production', () => {
    const production = { NODE_ENV: 'production', SECRET_KEY: 'secret', ...everyKey }
    expect(names(production)).toEqual([])
    expect(() => names({ ...production, SMS_KEY: '', SECRET_KEY: '' })).toThrow(
      'Set SECRET_KEY and SMS_KEY in',
    )
  })
})
