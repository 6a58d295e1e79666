import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { everyVendor } from '../providers/vendors.ts'
import { envSchema, parseEnv } from './env.ts'
import { fileSettingOf, type SecretSetting, secretSettings } from './secret-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'jhatpat-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

const key = Buffer.alloc(32, 'k').toString('base64')
/** A valid value of every secret, and the other settings without a default. */
const secrets: Record<SecretSetting, string> = {
  MONGODB_URI: 'mongodb://shop:hunter2@127.0.0.1:27017/jhatpat',
  REDIS_URL: 'redis://:hunter2@127.0.0.1:6379',
  SECRET_KEY: key,
  SECRET_KEY_PREVIOUS: key,
  UPIGATEWAY_KEY: 'hunter2-upi',
  SMILE_UID: 'hunter2-uid',
  SMILE_KEY: 'hunter2-smile',
  MOOGOLD_PARTNER_ID: 'hunter2-partner',
  MOOGOLD_SECRET: 'hunter2-moogold',
  MOOGOLD_PREVIOUS_PARTNER_ID: 'hunter2-old-partner',
  MOOGOLD_PREVIOUS_SECRET: 'hunter2-old',
  SMS_KEY: 'hunter2-sms',
  SMTP_URL: 'smtps://shop:hunter2@mail.test',
  PUSH_PRIVATE_KEY: 'k'.repeat(43),
  ALERT_WEBHOOK_URL: 'https://alerts.test/hunter2',
}
const others = { SMILE_EMAIL: 'shop@example.test' }

function inFile(name: SecretSetting, text: string): Record<string, string> {
  const path = join(folder, name)
  writeFileSync(path, text)
  return { [fileSettingOf(name)]: path }
}

it('includes every vendor’s key and every setting that is named like a secret', () => {
  const vendorKeys = everyVendor.flatMap(({ keys }) =>
    Object.entries(keys).flatMap(([name, form]) => (form === 'email' ? [] : [name])),
  )
  const named = Object.keys(envSchema.shape).filter((name) =>
    /SECRET|PASSWORD|TOKEN|_KEY$|_URI$|^REDIS_URL$|PARTNER_ID$/.test(name),
  )
  // These are public: the apps send them.
  const isPublic = (name: string) => ['APP_KEY', 'OIDC_CLIENT_ID'].includes(name)
  const expected = [...vendorKeys, ...named].filter((name) => !isPublic(name))
  expect(expected.length).toBeGreaterThan(10)
  expect(expected.filter((name) => !secretSettings.some((secret) => secret === name))).toEqual([])
})

it.each(secretSettings)('reads %s from a file, without the line break at its end', (name) => {
  for (const end of ['', '\n', '\r\n']) {
    const { [name]: value, ...rest } = secrets
    const { env, problems } = parseEnv({ ...others, ...rest, ...inFile(name, `${value}${end}`) })
    expect(problems).toBeUndefined()
    expect(env?.[name]).toBe(value)
  }
})

it.each(secretSettings)('refuses %s when it is given twice, or when its file cannot be read', (name) => {
  const twice = parseEnv({ ...others, ...secrets, ...inFile(name, secrets[name]) })
  expect(twice.problems).toEqual([`${name} and ${name}_FILE are both set: remove one of them.`])
  const { [name]: _value, ...rest } = secrets
  const missing = parseEnv({ ...others, ...rest, [`${name}_FILE`]: join(folder, 'missing') })
  expect(missing.problems).toEqual([
    `${name}_FILE names ${join(folder, 'missing')}, which cannot be read (ENOENT).`,
  ])
})

it('treats an empty file as a setting that is not set', () => {
  const { SMS_KEY: _key, ...rest } = secrets
  const { problems } = parseEnv({ ...others, ...rest, ...inFile('SMS_KEY', '\n') })
  expect(problems).toEqual(['Setting SMS_KEY is missing.'])
})
