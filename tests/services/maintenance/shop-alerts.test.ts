import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
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

  it('about MongoDB is sent without it, once while it lasts', async () => {
    const raise = createDatabaseAlert(deps({ ALERT_MAIL: '' }))
    const away = { ...healthy(), stores: { majorityLagMs: undefined, redisTakesWrites: true } }
    for (const seconds of [0, 15, 30, 45]) {
      service.clock.advance(seconds * 1_000)
      await raise(away, service.clock.now())
    }
    expect(states()).toEqual(['MongoDBWithoutMajority raised'])
    await raise(healthy(), service.clock.now())
    service.clock.advance(61_000)
    await raise(healthy(), service.clock.now())
    expect(states()).toEqual(['MongoDBWithoutMajority raised', 'MongoDBWithoutMajority ended'])
    expect(await ShopAlertModel.countDocuments()).toBe(0)
  })
})
