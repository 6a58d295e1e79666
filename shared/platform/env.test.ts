import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { paymentGatewayNames } from '../contracts/payment-gateways.ts'
import { envSchema, readEnv } from './env.ts'

const example = join(import.meta.dirname, '../../.env.example')
const good = {
  MONGODB_URI: 'mongodb://127.0.0.1:27017/jhatpat?replicaSet=rs0',
  REDIS_URL: 'redis://127.0.0.1:6379',
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  UPIGATEWAY_KEY: 'k',
  SMILE_UID: '1',
  SMILE_EMAIL: 'shop@example.test',
  SMILE_KEY: 'k',
  MOOGOLD_PARTNER_ID: 'p',
  MOOGOLD_SECRET: 's',
  SMS_KEY: 'k',
  SMTP_URL: 'smtp://127.0.0.1:2525',
}
const said: string[] = []

beforeEach(() => {
  said.length = 0
  vi.spyOn(console, 'error').mockImplementation((line) => said.push(String(line)))
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`ended with code ${code}`)
  })
})
afterEach(() => vi.restoreAllMocks())

it('lists the same names in .env.example as the schema, each group under a comment', async () => {
  const text = await readFile(example, 'utf8')
  const read = Object.keys(envSchema.shape).filter((name) => name !== 'NODE_ENV')
  expect(Object.keys(parseEnv(text)).sort()).toEqual(read.sort())
  const groups = text.split(/\n\n+/).filter((group) => /^[A-Z_]+=/m.test(group))
  for (const group of groups) expect(group).toMatch(/^# /)
})

it('treats an empty setting as not set, so an empty time is not 0', () => {
  const empty = Object.fromEntries(Object.keys(envSchema.shape).map((name) => [name, '']))
  expect(readEnv({ ...empty, ...good })).toEqual(readEnv(good))
  expect(() => readEnv({ ...good, SMS_KEY: '' })).toThrow('ended with code 1')
  expect(said).toEqual(['Setting SMS_KEY is missing.'])
})

it('leaves NODE_ENV out of .env.example: copied to a server, it would disable the production checks', async () => {
  const text = await readFile(example, 'utf8')
  expect(parseEnv(text)).not.toHaveProperty('NODE_ENV')
  expect(text).toContain('NODE_ENV')
})

it('takes new payments by every gateway unless PAYMENT_GATEWAYS names some, and refuses other names', () => {
  expect(readEnv(good).PAYMENT_GATEWAYS).toEqual(paymentGatewayNames)
  expect(readEnv({ ...good, PAYMENT_GATEWAYS: 'upigateway' }).PAYMENT_GATEWAYS).toEqual(['upigateway'])
  expect(() => readEnv({ ...good, PAYMENT_GATEWAYS: 'upigateway,other' })).toThrow('ended with code 1')
  expect(said).toEqual([expect.stringMatching(/^Setting PAYMENT_GATEWAYS is wrong: must be of upigateway/)])
})

it('gives the defaults of the schema in .env.example', async () => {
  const written = parseEnv(await readFile(example, 'utf8'))
  const set = Object.fromEntries(Object.entries(written).filter(([, value]) => value !== ''))
  expect(readEnv({ ...good, ...set })).toEqual(readEnv(good))
  const isOptional = (name: string) =>
    envSchema.shape[name as keyof typeof envSchema.shape].safeParse(undefined).success
  const needed = Object.keys(written).filter((name) => written[name] === '' && !isOptional(name))
  expect(needed.sort()).toEqual(Object.keys(good).sort())
})

it('keeps every secret out of .env.example', async () => {
  const written = parseEnv(await readFile(example, 'utf8'))
  const secrets = Object.keys(written).filter((name) => /SECRET|_KEY$|_UID$/.test(name) && name !== 'APP_KEY')
  expect(secrets.length).toBeGreaterThan(4)
  for (const name of secrets) expect(written[name], name).toBe('')
})

it('reports every bad or missing setting at once, without its value, and exits', () => {
  const bad = {
    ...good,
    PORT: 'many',
    REDIS_URL: 'http://user:hunter2@localhost',
    SECRET_KEY: 'short',
    PAYMENT_POLL_MS: '5s',
    SMS_KEY: undefined,
  }
  expect(() => readEnv(bad)).toThrow('ended with code 1')
  expect(said.map((line) => line.split(' ')[1])).toEqual(
    expect.arrayContaining(['PORT', 'REDIS_URL', 'SECRET_KEY', 'PAYMENT_POLL_MS', 'SMS_KEY']),
  )
  expect(said).toHaveLength(5)
  expect(said).toContain('Setting SMS_KEY is missing.')
  expect(said).toContain(
    'Setting REDIS_URL is wrong: must start with redis://, redis-sentinel:// or redis-cluster://.',
  )
  expect(said.join()).not.toContain('hunter2')
})

it.each([
  ['0', 0],
  ['', 0],
  ['2', 2],
  ['10.1.2.3, 10.0.0.0/8,fd00::/8', ['10.1.2.3', '10.0.0.0/8', 'fd00::/8']],
])('accepts %j as trusted proxies', (written, trusted) => {
  expect(readEnv({ ...good, TRUST_PROXY: written }).TRUST_PROXY).toEqual(trusted)
})

it.each(['true', 'loopback', 'uniquelocal', '10.0.0.0/0', '10.0.0.0/33', '10.1.2', '10.1.2.3,', '-1', '*'])(
  'refuses %j as trusted proxies, which would mean more or fewer than intended',
  (written) => {
    expect(() => readEnv({ ...good, TRUST_PROXY: written })).toThrow('ended with code 1')
    expect(said.join()).toContain('TRUST_PROXY')
  },
)

it('accepts 0, or 5 minutes up to the length of a session', () => {
  const minutes = (text: string) =>
    envSchema.safeParse({ ...good, ADMIN_IDLE_MINUTES: text }).data?.ADMIN_IDLE_MINUTES
  expect(['0', '5', '360'].map(minutes)).toEqual([0, 5, 360])
  for (const text of ['4', '361', '-15', '7.5', 'x'])
    expect(() => readEnv({ ...good, ADMIN_IDLE_MINUTES: text })).toThrow()
  expect(said.every((line) => line.startsWith('Setting ADMIN_IDLE_MINUTES is wrong'))).toBe(true)
})

it('reads template ids by name, and requires a sender id to use them', () => {
  const dlt = { ...good, SMS_ROUTE: 'dlt', SMS_TEMPLATES: 'order_completed=123456,topup_received=7' }
  expect(readEnv({ ...dlt, SMS_SENDER_ID: 'JHATPT' }).SMS_TEMPLATES).toEqual({
    order_completed: '123456',
    topup_received: '7',
  })
  expect(() => readEnv(dlt)).toThrow('ended with code 1')
  expect(() => readEnv({ ...good, SMS_TEMPLATES: 'order_completed' })).toThrow('ended with code 1')
  expect(said.map((line) => line.split(' ')[1])).toEqual(['SMS_SENDER_ID', 'SMS_TEMPLATES'])
})

it('refuses an unknown template and lists the known ones', () => {
  expect(() => readEnv({ ...good, SMS_TEMPLATES: 'order_completed=1,order_complete=2' })).toThrow('code 1')
  expect(said).toHaveLength(1)
  expect(said[0]).toMatch(/^Setting SMS_TEMPLATES is wrong: names a template .* order_completed, .*topup_/)
  expect(() => readEnv({ ...good, SMS_TEMPLATES: 'constructor=1' })).toThrow('code 1')
})

it('refuses a mail server address that cannot be parsed', () => {
  expect(() => readEnv({ ...good, SMTP_URL: 'smtp://mail server' })).toThrow('ended with code 1')
  expect(said).toEqual([expect.stringContaining('SMTP_URL')])
})

it('refuses a mail server password that is not percent-encoded', () => {
  expect(() => readEnv({ ...good, SMTP_URL: 'smtp://shop:100%sure@mail.test:587' })).toThrow('code 1')
  expect(said).toEqual([expect.stringMatching(/SMTP_URL .*percent-encoded/)])
  expect(readEnv({ ...good, SMTP_URL: 'smtp://shop:100%25sure@mail.test:587' }).SMTP_URL).toContain('%25')
})

it('stops a production process for every setting that no real shop has, without its value', () => {
  const production = { ...good, NODE_ENV: 'production', SMILE_KEY: 'simulated-smile-key' }
  expect(() => readEnv(production)).toThrow('ended with code 1')
  const named = said.map((line) => line.split(' ')[0])
  expect(named).toEqual([
    'PUBLIC_URL',
    'SMTP_URL',
    'SECRET_KEY',
    'SMILE_KEY',
    'SMILE_EMAIL',
    'MAIL_FROM',
    'SECURITY_CONTACT',
    'SUPPORT_CONTACT',
    'MONGODB_URI',
    'REDIS_URL',
  ])
  expect(said.join()).not.toContain(production.SMILE_KEY)
  expect(readEnv({ ...production, NODE_ENV: 'development' }).PUBLIC_URL).toBe('http://localhost:3000')
})
