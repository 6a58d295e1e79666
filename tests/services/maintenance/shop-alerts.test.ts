import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import type { IShopAlert } from '@jhatpat/shared/domain/monitoring/alert-state.ts'
import {
  createDatabaseAlert,
  evaluateAlerts,
  type MonitoredShop,
  ShopAlertModel,
} from '@jhatpat/shared/domain/monitoring/index.ts'
import type { MailResult } from '@jhatpat/shared/providers/mail/mail-sender.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { healthyShop } from '../../support/healthy-shop.ts'
import { type Service, startService } from '../../support/service-harness.ts'

const databaseAlert = 'MongoDBWithoutMajority'

type Received = { alert: string; state: string; detail: string; text: string }

let service: Service
let receiver: Server
/** What the receiver answers: a status, or nothing at all. */
let answers: number | 'nothing' = 200
const received: Received[] = []
const mails: { to: string; subject: string; text: string }[] = []
let mailResult: MailResult = { kind: 'accepted', messageId: '1' }

beforeAll(async () => {
  service = await startService()
  receiver = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => {
      text += part
    })
    request.on('end', () => {
      received.push(JSON.parse(text) as Received)
      if (answers !== 'nothing') response.writeHead(answers, { location: '/elsewhere' }).end()
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => receiver.once('listening', resolve))
})
afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await service.stop()
})
beforeEach(async () => {
  await ShopAlertModel.deleteMany({})
  received.length = 0
  mails.length = 0
  answers = 200
  mailResult = { kind: 'accepted', messageId: '1' }
})

const deps = (more: object = {}): Deps => ({
  ...service.deps,
  env: {
    ...service.env,
    ALERT_WEBHOOK_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`,
    ALERT_MAIL: 'owner@shop.example',
    ...more,
  },
  mail: {
    send: async (mail) => {
      mails.push(mail)
      return mailResult
    },
    close: () => undefined,
  },
})

const healthy = () => healthyShop(service.clock.now())
const broken = (): MonitoredShop =>
  healthyShop(service.clock.now(), { audit: { isBroken: true, unsealed: 0 } })

async function evaluate(shop: MonitoredShop, by = deps()): Promise<void> {
  await evaluateAlerts(by, shop)
}

const states = () => received.map(({ alert, state }) => `${alert} ${state}`)

describe('an alert of the shop', () => {
  it('is sent once on each channel, and once more when it has ended, whatever process evaluates', async () => {
    await evaluate(broken())
    // Another process, or the same after a restart, finds the state in the database.
    service.clock.advance(15_000)
    await evaluate(broken())
    expect(states()).toEqual(['AuditChainBroken raised'])
    expect(received[0]?.text).toContain('The audit log was changed.')
    expect(mails).toMatchObject([
      { to: 'owner@shop.example', subject: expect.stringContaining('AuditChainBroken') },
    ])
    expect(mails[0]?.text).toContain('docs/runbooks/audit-chain-broken.md')
    await evaluate(healthy())
    service.clock.advance(61_000)
    await evaluate(healthy())
    service.clock.advance(61_000)
    await evaluate(healthy())
    expect(states()).toEqual(['AuditChainBroken raised', 'AuditChainBroken ended'])
    expect(mails).toHaveLength(2)
  })

  it('has the body that the how-to shows, with all that its template for ntfy uses', async () => {
    await evaluate(broken())
    const text = await readFile(join(import.meta.dirname, '../../../docs/how-to/watch-the-shop.md'), 'utf8')
    const [, example = ''] = /```json\n([\s\S]*?)```/.exec(text) ?? []
    expect(Object.keys(JSON.parse(example) as object)).toEqual(Object.keys(received[0] ?? {}))
    const used = [...text.matchAll(/\{\{\.(\w+)\}\}/g)].map(([, name]) => name)
    expect(used).toEqual(['alert', 'text'])
    expect(Object.keys(received[0] ?? {})).toEqual(expect.arrayContaining(used))
  })

  it('is sent once when several processes evaluate at once', async () => {
    const shop = broken()
    await Promise.all(Array.from({ length: 5 }, () => evaluate(shop)))
    expect(states()).toEqual(['AuditChainBroken raised'])
    expect(mails).toHaveLength(1)
  })

  it.each([500, 302] as const)(
    'is sent again after an answer of %i, and the other channel does not wait',
    async (status) => {
      answers = status
      await evaluate(broken())
      expect(received).toHaveLength(1)
      expect(mails).toHaveLength(1)
      service.clock.advance(30_000)
      await evaluate(broken())
      expect(received).toHaveLength(1)
      answers = 200
      service.clock.advance(31_000)
      await evaluate(broken())
      service.clock.advance(600_000)
      await evaluate(broken())
      expect(received).toHaveLength(2)
      expect(mails).toHaveLength(1)
    },
  )

  it('is sent again after a receiver that does not answer, within its time', async () => {
    answers = 'nothing'
    const begun = performance.now()
    await evaluate(broken())
    expect(performance.now() - begun).toBeLessThan(8_000)
    answers = 200
    service.clock.advance(61_000)
    await evaluate(broken())
    expect(received).toHaveLength(2)
  })

  it('is mailed again after the server deferred it, not after an unclear answer', async () => {
    mailResult = { kind: 'deferred', message: 'later' }
    await evaluate(broken())
    mailResult = { kind: 'unknown', message: 'connection lost' }
    service.clock.advance(61_000)
    await evaluate(broken())
    service.clock.advance(600_000)
    await evaluate(broken())
    expect(mails).toHaveLength(2)
  })

  it('is recorded and sent on no channel that is not set', async () => {
    await evaluate(broken(), deps({ ALERT_WEBHOOK_URL: '' }))
    expect(received).toEqual([])
    expect(mails).toHaveLength(1)
  })

  it('is sent again for a further subject, once on each channel', async () => {
    const [one] = healthy().statistics.suppliers
    const without = (...accounts: string[]) =>
      healthyShop(service.clock.now(), {
        suppliers: accounts.map((account) => ({ ...one, account, isUnavailable: true }) as never),
      })
    for (const accounts of [['SMILEBR'], ['SMILEBR', 'MOOGOLD']]) {
      await evaluate(without(...accounts))
      service.clock.advance(5 * 60_000)
      await evaluate(without(...accounts))
      service.clock.advance(15_000)
      await evaluate(without(...accounts))
    }
    expect(received.map(({ detail }) => detail)).toEqual(['SMILEBR', 'SMILEBR, MOOGOLD'])
    expect(mails).toHaveLength(2)
  })

  it('is sent by a worker that cannot count the shop, and ends with its next count', async () => {
    const uncounted = (): MonitoredShop => ({ ...healthy(), statistics: undefined })
    for (const shop of [uncounted, healthy])
      for (let passed = 0; passed <= 120; passed += 15) {
        await evaluate(shop())
        service.clock.advance(15_000)
      }
    expect(states()).toEqual(['ShopNotCounted raised', 'ShopNotCounted ended'])
  })

  it('stays raised while nothing is counted, is not sent again, and its message is still repeated', async () => {
    answers = 500
    await evaluate(broken())
    answers = 200
    const uncounted = (): MonitoredShop => ({ ...healthy(), statistics: undefined })
    for (let passed = 0; passed <= 100; passed += 20) {
      service.clock.advance(20_000)
      await evaluate(uncounted())
    }
    await evaluate(broken())
    const ofChain = () => states().filter((state) => state.startsWith('AuditChainBroken'))
    // The first was refused.
    expect(ofChain()).toEqual(['AuditChainBroken raised', 'AuditChainBroken raised'])
    for (let passed = 0; passed <= 60; passed += 20) {
      await evaluate(healthy())
      service.clock.advance(20_000)
    }
    expect(ofChain().slice(2)).toEqual(['AuditChainBroken ended'])
  })

  it('keeps no other from being sent where an earlier version stored it without subjects', async () => {
    const former = { isRaised: true, changedAt: service.clock.now(), detail: '1 difference', revision: 1 }
    await ShopAlertModel.collection.insertOne({ _id: 'MoneyAdrift' as never, ...former, pending: [] })
    await evaluate(broken())
    expect(states()).toEqual(['AuditChainBroken raised'])
    service.clock.advance(61_000)
    await evaluate(broken())
    expect(states()).toEqual(['AuditChainBroken raised', 'MoneyAdrift ended'])
  })

  describe('about MongoDB', () => {
    const away = (): MonitoredShop => ({
      ...healthy(),
      stores: { majorityLagMs: undefined, redisTakesWrites: true },
    })
    /** Evaluations by this process, a quarter of a minute apart. */
    const during = async (
      seconds: number,
      raise: ReturnType<typeof createDatabaseAlert>,
      shop: () => MonitoredShop,
    ) => {
      for (let passed = 0; passed <= seconds; passed += 15) {
        await raise(shop())
        service.clock.advance(15_000)
      }
    }
    const anotherWorker = (more: Partial<Deps> = {}) =>
      createDatabaseAlert({ ...deps({ ALERT_MAIL: '' }), ...more })
    const both = ['MongoDBWithoutMajority raised', 'MongoDBWithoutMajority ended']
    const redisThatRefuses = (isRefused: (name: unknown, args: unknown[]) => boolean) =>
      new Proxy(service.deps.redis, {
        get: (target, name) => {
          const own = Reflect.get(target, name)
          if (name !== 'hget' && name !== 'eval') return own.bind(target)
          return async (...args: unknown[]) => {
            if (isRefused(name, args)) throw new Error('Connection is closed.')
            return own.apply(target, args)
          }
        },
      })

    beforeEach(() =>
      service.deps.redis.del(`{${service.env.QUEUE_PREFIX}:monitoring}:alert:${databaseAlert}`),
    )

    it('is sent without it, once while it lasts, and once when it is back', async () => {
      const raise = anotherWorker()
      await during(60, raise, away)
      expect(states()).toEqual(['MongoDBWithoutMajority raised'])
      await during(120, raise, healthy)
      expect(states()).toEqual(both)
      expect(await ShopAlertModel.countDocuments()).toBe(0)
    })

    it('is continued by the process that counts next: neither raised again nor ended twice', async () => {
      await during(60, anotherWorker(), away)
      const second = anotherWorker()
      await during(60, second, away)
      await during(15, second, healthy)
      await during(120, anotherWorker(), healthy)
      await during(120, anotherWorker(), healthy)
      expect(states()).toEqual(both)
    })

    it('is raised and ended once when several processes evaluate at once', async () => {
      const workers = [anotherWorker(), anotherWorker(), anotherWorker()]
      for (const shop of [away, healthy])
        for (let turn = 0; turn < 8; turn += 1) {
          await Promise.all(workers.map((raise) => raise(shop())))
          service.clock.advance(15_000)
        }
      expect(states()).toEqual(both)
    })

    it('is sent while Redis is away, too, and ended by another process once Redis is back', async () => {
      let isAway = true
      const flaky = redisThatRefuses((name) => isAway && (name === 'hget' || name === 'eval'))
      const first = anotherWorker({ redis: flaky })
      await during(60, first, away)
      isAway = false
      await during(15, first, away)
      await during(120, anotherWorker(), healthy)
      expect(states()).toEqual(both)
    })

    it('is sent once while Redis answers reads and refuses writes, and is continued by another process', async () => {
      let refusesWrites = true
      const first = anotherWorker({ redis: redisThatRefuses((name) => refusesWrites && name === 'eval') })
      await during(180, first, away)
      expect(states()).toEqual(['MongoDBWithoutMajority raised'])
      refusesWrites = false
      await during(15, first, away)
      await during(120, anotherWorker(), healthy)
      expect(states()).toEqual(both)
    })

    it('is not sent again when Redis refuses for a moment to record that it was accepted', async () => {
      let refused = 0
      const redis = redisThatRefuses((name, args) => {
        const { isRaised, pending } = JSON.parse(String(args[5] ?? '{}')) as Partial<IShopAlert>
        const isRefused = name === 'eval' && isRaised === true && pending?.length === 0 && refused === 0
        if (isRefused) refused += 1
        return isRefused
      })
      await during(120, anotherWorker({ redis }), away)
      await during(120, anotherWorker(), away)
      expect(refused).toBe(1)
      expect(states()).toEqual(['MongoDBWithoutMajority raised'])
    })
  })
})
