import { everyVendor } from '@jhatpat/shared/providers/vendors.ts'
import { describe, expect, it } from 'vitest'
import { sharedSettings, systemEnv } from './stack-settings.ts'

const ports = { front: 3000, apis: [3000], admin: 3003, simulators: 3001, smtp: 3002 }
const demo = { SECRET_KEY: 'demo', SMS_KEY: 'demo' }

describe('sharedSettings', () => {
  it('points simulated providers at the simulators, and no other', () => {
    const simulated = everyVendor.filter(({ name }) => name === 'smileone' || name === 'mail')
    const settings = sharedSettings({ env: { SMS_KEY: 'real' }, demo, simulated, ports })
    expect(settings).toMatchObject({
      SMILE_URL: 'http://127.0.0.1:3001/smileone',
      SMTP_URL: 'smtp://127.0.0.1:3002',
      SMILE_LOW_BALANCE_CODES: '20010',
      SMILE_SIGNATURE_CODES: '40001,40002',
      SMS_KEY: 'real',
      SECRET_KEY: 'demo',
      PUBLIC_URL: 'http://localhost:3000',
    })
    expect(settings).not.toHaveProperty('SMS_URL')
  })

  it('sends browsers that sign in to the host name of the shop', () => {
    const simulated = everyVendor.filter(({ kind }) => kind === 'sign_in')
    const { OIDC_ISSUER_URL, PUBLIC_URL } = sharedSettings({ env: {}, demo, simulated, ports })
    expect(OIDC_ISSUER_URL).toBe('http://localhost:3001/signin')
    expect(new URL(String(OIDC_ISSUER_URL)).hostname).toBe(new URL(String(PUBLIC_URL)).hostname)
  })

  it('informs customers that no real money moves only while the gateway is simulated', () => {
    const settingsOf = (names: string[]) => {
      const simulated = everyVendor.filter(({ title }) => names.includes(title))
      return sharedSettings({ env: {}, demo, simulated, ports })
    }
    expect(settingsOf(['UPIGateway', 'mail']).SIMULATED_PROVIDERS).toBe('true')
    expect(settingsOf(['Smile.one', 'mail'])).not.toHaveProperty('SIMULATED_PROVIDERS')
  })

  it('has a push key only while the gateway is simulated, and prefers a given one', () => {
    const settingsOf = (kind: string, env: NodeJS.ProcessEnv = {}) => {
      const simulated = everyVendor.filter((vendor) => vendor.kind === kind)
      return sharedSettings({ env, demo: { PUSH_PRIVATE_KEY: 'made' }, simulated, ports })
    }
    const simulatorSettings = { PUSH_EXTRA_ORIGIN: 'http://127.0.0.1:3001' }
    expect(settingsOf('payment')).toMatchObject({ PUSH_PRIVATE_KEY: 'made', ...simulatorSettings })
    expect(settingsOf('payment', { PUSH_PRIVATE_KEY: 'ours' })).toMatchObject({ PUSH_PRIVATE_KEY: 'ours' })
    expect(settingsOf('mail')).not.toHaveProperty('PUSH_PRIVATE_KEY')
    expect(settingsOf('mail')).not.toHaveProperty('PUSH_EXTRA_ORIGIN')
  })

  it('has an unassigned phone number and placeholder chat and social links only while the gateway is simulated, and prefers given ones', () => {
    const settingsOf = (kind: string, env: NodeJS.ProcessEnv = {}) => {
      const simulated = everyVendor.filter((vendor) => vendor.kind === kind)
      return sharedSettings({ env, demo, simulated, ports })
    }
    const contact = /^(SUPPORT|SOCIAL)_/
    const played = Object.entries(settingsOf('payment')).filter(([name]) => contact.test(name))
    expect(Object.fromEntries(played)).toEqual({
      SUPPORT_PHONE: '910000000000',
      SUPPORT_CONTACT: 'support@example.com',
      SUPPORT_CHAT_URL: 'https://example.com/chat',
      SOCIAL_INSTAGRAM: 'https://example.com/instagram',
      SOCIAL_YOUTUBE: 'https://example.com/youtube',
      SOCIAL_TELEGRAM: 'https://example.com/telegram',
    })
    expect(settingsOf('payment', { SUPPORT_PHONE: '919812345678' }).SUPPORT_PHONE).toBe('919812345678')
    expect(Object.keys(settingsOf('mail')).filter((name) => contact.test(name))).toEqual([])
    const production = settingsOf('none', { NODE_ENV: 'production' })
    expect(Object.keys(production).filter((name) => contact.test(name))).toEqual([])
  })

  it('uses no demo secret in production', () => {
    const settings = sharedSettings({ env: { NODE_ENV: 'production' }, demo, simulated: [], ports })
    expect(settings).not.toHaveProperty('SECRET_KEY')
    expect(settings).not.toHaveProperty('SIMULATED_PROVIDERS')
  })

  it('treats an empty setting as an absent one', () => {
    expect(sharedSettings({ env: { SECRET_KEY: '' }, demo, simulated: [], ports }).SECRET_KEY).toBe('demo')
  })

  it('never sets a log level at which a process cannot report that it is ready', () => {
    const level = (name: string) =>
      sharedSettings({ env: { LOG_LEVEL: name }, demo, simulated: [], ports }).LOG_LEVEL
    expect([level('silent'), level('warn'), level('info'), level('debug')]).toEqual([
      'info',
      'info',
      'info',
      'debug',
    ])
  })
})

describe('systemEnv', () => {
  it('keeps what programs need to run and drops settings', () => {
    expect(systemEnv({ PATH: '/bin', TMPDIR: '/var/tmp', SMS_KEY: 'real' })).toEqual({
      PATH: '/bin',
      TMPDIR: '/var/tmp',
    })
  })
})
