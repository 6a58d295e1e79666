import { once } from 'node:events'
import { statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { AuditModel } from '@jhatpat/shared/domain/audit/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type RotationTarget, rotationTargets } from '../../../scripts/cli/rotate/rotate-secret.ts'
import { startRedis } from '../../../scripts/services/redis.ts'
import { buy, orderBody, pay, until } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop } from '../../support/shop.ts'
import { RotationKit } from './rotation-kit.ts'

const former = 'the-former-value'
let service: Service
let kit: RotationKit

beforeAll(async () => {
  service = await startService({ workers: true })
})
afterEach(async () => {
  await kit.remove()
  await AuditModel.collection.deleteMany({ action: 'secret.rotate' })
})
afterAll(() => service.stop())

/** A shop whose containers have the former value of one secret. */
function shopWith(setting: string, value: string): RotationKit {
  kit = new RotationKit(service, { [`app/${setting}`]: value })
  const { MONGODB_URI, REDIS_URL, SECRET_KEY } = service.env
  kit.settings = {
    ...service.simulators.env,
    ...{ MONGODB_URI, REDIS_URL, SECRET_KEY, NODE_ENV: 'test' },
    [setting]: value,
  }
  return kit
}

const rows = () => AuditModel.find({ action: 'secret.rotate' }).lean()
const keys = (['upigateway', 'smileone', 'moogold', 'sms'] as const).map(
  (target) => [target, rotationTargets[target].setting] as const,
)
const keyOf = (setting: string) => String(service.simulators.env[setting])

describe.each(keys)('the key of %s', (target, setting) => {
  it('is tried, written and brought to every process', async () => {
    shopWith(setting, former)
    const key = keyOf(setting)
    expect(await kit.rotate(target, key)).toMatchObject({ setting, replaced: 4 })
    expect(kit.secret(`app/${setting}`)).toBe(key)
    expect(statSync(join(kit.folder, `app/${setting}`)).mode & 0o777).toBe(0o444)
    expect(kit.docker.leastReady).toBe(2)
    expect(kit.secret(`former/${setting}`)).toBeUndefined()
    expect((await rows()).map(({ after }) => after)).toEqual([{ secret: setting }])
    expect(kit.shown.join('\n')).toContain('The former one is accepted no more')
    for (const secret of [key, former])
      expect(`${kit.shown.join('\n')}${JSON.stringify(await rows())}`).not.toContain(secret)
    await expect(kit.rotate(target, key)).rejects.toThrow(/This is the present/)
  })

  it('that the vendor refuses is not written: nothing is changed', async () => {
    shopWith(setting, keyOf(setting))
    await expect(kit.rotate(target, 'a-wrong-value')).rejects.toThrow(/was tried and is not accepted: \S/)
    expect(kit.secret(`app/${setting}`)).toBe(keyOf(setting))
    expect(kit.secret(`former/${setting}`)).toBeUndefined()
    expect(await rows()).toEqual([])
    expect(kit.shown.join('\n')).not.toMatch(/compose up|stop c|a-wrong-value/)
  })
})

it('is not written when the gateway does not know the shop’s latest payment: it may be another merchant’s', async () => {
  const shop = await insertShop()
  const customer = await insertCustomer()
  const orderid = await buy(await service.as(customer), orderBody(customer, shop.diamonds))
  await pay(service, orderid)
  await until(
    () => OrderModel.findById(orderid).lean(),
    (order) => (order?.payment?.captures.length ?? 0) > 0,
  )
  const key = keyOf('UPIGATEWAY_KEY')
  shopWith('UPIGATEWAY_KEY', former)
  expect(await kit.rotate('upigateway', key)).toMatchObject({ replaced: 4 })
  await kit.remove()
  await service.simulators.reset('all')
  shopWith('UPIGATEWAY_KEY', former)
  await expect(kit.rotate('upigateway', key)).rejects.toThrow(/does not know the latest payment/)
  expect(kit.secret('app/UPIGATEWAY_KEY')).toBe(former)
})

it('does not repeat a secret in the error of a step', async () => {
  shopWith('SMS_KEY', former)
  kit.failDatabase = `no connection with ${keyOf('SMS_KEY')}, sorry`
  await expect(kit.rotate('sms', keyOf('SMS_KEY'))).rejects.toThrow('no connection with …, sorry')
  expect(kit.secret('app/SMS_KEY')).toBe(former)
})

describe('a value that its issuer made', () => {
  const url = () => new URL(String(service.simulators.env.SMTP_URL))
  const login = (user: string) => `smtp://${user}:its-password@${url().host}`

  it('is brought without a failed call where both are accepted, however often the command is killed', async () => {
    shopWith('SMTP_URL', login('former'))
    for (kit.killAt = 1; ; kit.killAt += 1) {
      const isDone = await kit.rotate('mail', login('next')).then(
        () => true,
        () => false,
      )
      // The former one stays at hand until the end.
      if (isDone) break
      if (kit.secret('app/SMTP_URL') !== login('former'))
        expect(kit.secret('former/SMTP_URL')).toBe(login('former'))
    }
    expect(kit.killAt).toBeGreaterThan(20)
    expect(kit.secret('app/SMTP_URL')).toBe(login('next'))
    expect(kit.secret('former/SMTP_URL')).toBeUndefined()
    expect(kit.shown.join('\n')).toContain('Both are accepted')
    expect(kit.shown.join('\n')).not.toContain('its-password')
  })

  it('gives way to the former one, if that is accepted', async () => {
    shopWith('SMTP_URL', login('former'))
    kit.docker.before = (command) => {
      if (command.startsWith('stop')) throw new Error('The command was killed.')
    }
    await expect(kit.rotate('mail', login('next'))).rejects.toThrow('The command was killed.')
    expect(kit.secret('app/SMTP_URL')).toBe(login('next'))
    kit.docker.before = () => undefined
    await kit.rotate('mail', String(kit.secret('former/SMTP_URL')))
    expect(kit.secret('app/SMTP_URL')).toBe(login('former'))
    expect(kit.secret('former/SMTP_URL')).toBeUndefined()
  })

  it('is refused for mail when the server refuses the login', async () => {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      onAuth: (_login, _session, done) => done(new Error('Try another')),
    })
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    const { port } = server.server.address() as AddressInfo
    shopWith('SMTP_URL', login('former'))
    const refused = `smtp://next:its-password@127.0.0.1:${port}`
    await expect(kit.rotate('mail', refused)).rejects.toThrow(/is not accepted: Invalid login: .*Try another/)
    expect(kit.secret('app/SMTP_URL')).toBe(login('former'))
    expect(kit.shown.join('\n')).not.toContain('its-password')
    await new Promise((done) => server.close(() => done(undefined)))
  })

  it('is refused when no process could start with it', async () => {
    shopWith('SMTP_URL', login('former'))
    await expect(kit.rotate('mail', 'https://mail.example')).rejects.toThrow(/Setting SMTP_URL is wrong/)
    expect(kit.secret('app/SMTP_URL')).toBe(login('former'))
  })

  it('leads to the same MongoDB database', async () => {
    shopWith('MONGODB_URI', service.env.MONGODB_URI)
    const other = service.env.MONGODB_URI.replace(/\/[^/?]+\?/, '/another?')
    await expect(kit.rotate('mongodb', other)).rejects.toThrow(/leads to another database/)
    expect(kit.secret('app/MONGODB_URI')).toBe(service.env.MONGODB_URI)
    expect(await rows()).toEqual([])
  })

  it('leads to the same Redis, which must answer at the present address as well', async () => {
    const present = 'redis://127.0.0.1:1'
    shopWith('REDIS_URL', present)
    await expect(kit.rotate('redis', service.env.REDIS_URL)).rejects.toThrow(/does not answer, so that it is/)
    const other = await startRedis({ dataDir: join(kit.folder, 'other-redis') })
    onTestFinished(() => other.stop(2_000))
    kit.settings.REDIS_URL = other.url
    await expect(kit.rotate('redis', service.env.REDIS_URL)).rejects.toThrow(/leads to another database/)
    expect(kit.secret('app/REDIS_URL')).toBe(present)
    expect(await rows()).toEqual([])
  })

  it.each<[RotationTarget, string, () => string]>([
    ['mongodb', 'MONGODB_URI', () => service.env.MONGODB_URI],
    ['redis', 'REDIS_URL', () => service.env.REDIS_URL],
  ])('can be a new address of an own %s', async (target, setting, present) => {
    shopWith(setting, present())
    const changed = `${present()}${target === 'redis' ? '/0' : '&appName=next'}`
    expect(await kit.rotate(target, changed)).toMatchObject({ setting, replaced: 4 })
    expect(kit.secret(`app/${setting}`)).toBe(changed)
    expect(kit.shown.join('\n')).toContain('Both are accepted')
  })
})
