import { type Env, envSchema } from '@jhatpat/shared/platform/env.ts'
import { expect, it } from 'vitest'
import { simulatorKeys } from '../../tests/simulators/start-simulators.ts'
import { refuseRealShop } from './refuse-real-shop.ts'

const simulated: Env = envSchema.parse({
  ...simulatorKeys,
  MONGODB_URI: 'mongodb://127.0.0.1/jhatpat',
  REDIS_URL: 'redis://127.0.0.1',
  SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
  PROVIDERS_SIMULATED: 'true',
  UPIGATEWAY_URL: 'http://127.0.0.1:3001/upigateway',
  SMILE_URL: 'http://127.0.0.1:3001/smileone',
  MOOGOLD_URL: 'http://127.0.0.1:3001/moogold',
  SMS_URL: 'http://127.0.0.1:3001/sms',
  SMTP_URL: 'smtp://127.0.0.1:2525',
})

it('lets the demo into a shop in which everything is simulated', () => {
  expect(() => refuseRealShop(simulated)).not.toThrow()
})

it.each<[string, Partial<Env>]>([
  ['NODE_ENV=production', { NODE_ENV: 'production' }],
  ['PROVIDERS_SIMULATED=false', { PROVIDERS_SIMULATED: false }],
  ['UPIGateway', { UPIGATEWAY_URL: 'https://api.ekqr.in' }],
  ['Smile.one', { SMILE_URL: 'https://www.smile.one' }],
  ['MooGold', { MOOGOLD_URL: 'https://moogold.com' }],
  ['Fast2SMS', { SMS_URL: 'https://www.fast2sms.com' }],
  ['mail', { SMTP_URL: 'smtps://mail.jhatpat.in' }],
])('keeps the demo out where there is %s', (what, more) => {
  expect(() => refuseRealShop({ ...simulated, ...more })).toThrow(`here are ${what}: leave out --demo-data`)
})
