import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { healthyShop } from '../../../tests/support/healthy-shop.ts'
import { type MonitoredShop, shopAlerts } from './shop-alerts.ts'
import { callbacksOf } from './shop-statistics.ts'

const now = new Date('2026-11-29T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const healthy = healthyShop(now)
const { statistics } = healthy
const jobAt = (job: string, minutes: number) =>
  statistics.jobs.map((one) => (one.job === job ? { ...one, succeededAt: ago(minutes) } : one))

const withTask = (task: Partial<(typeof statistics.tasks)[number]>) =>
  healthyShop(now, { tasks: statistics.tasks.map((own) => ({ ...own, ...task })) })

/** For each alert a shop just below its limit, and one just beyond it. */
const limits: Record<string, [MonitoredShop, MonitoredShop]> = {
  PaidNotDelivered: [
    healthyShop(now, { open: [{ reason: 'none', orders: 1, paise: 1, oldestAt: ago(5) }] }),
    healthyShop(now, { open: [{ reason: 'none', orders: 1, paise: 1, oldestAt: ago(5.1) }] }),
  ],
  OutcomeUnknown: [
    healthyShop(now, { unknownUnits: [{ account: 'SMILEBR', units: 1, since: ago(10) }] }),
    healthyShop(now, { unknownUnits: [{ account: 'SMILEBR', units: 1, since: ago(10.1) }] }),
  ],
  DueTaskOverdue: [withTask({ oldestDueAt: ago(1) }), withTask({ oldestDueAt: ago(1.1) })],
  DueTaskFails: [withTask({ sweptOften: 0 }), withTask({ sweptOften: 1 })],
  NoPaymentCallbacks: [
    healthyShop(now, { payments: [{ gateway: 'upigateway', withCallback: 0, withoutCallback: 2 }] }),
    healthyShop(now, { payments: [{ gateway: 'upigateway', withCallback: 0, withoutCallback: 3 }] }),
  ],
  SupplierRunwayLow: [
    healthyShop(now, { suppliers: statistics.suppliers.map((one) => ({ ...one, runwayMs: 6 * 3_600_000 })) }),
    healthyShop(now, {
      suppliers: statistics.suppliers.map((one) => ({ ...one, runwayMs: 6 * 3_600_000 - 1 })),
    }),
  ],
  SupplierUnavailable: [
    healthyShop(now, { suppliers: statistics.suppliers.map((one) => ({ ...one, runwayMs: undefined })) }),
    healthyShop(now, { suppliers: statistics.suppliers.map((one) => ({ ...one, isUnavailable: true })) }),
  ],
  MoneyAdrift: [healthy, healthyShop(now, { ledger: { faults: 0, adriftPaise: -1 } })],
  VerificationLate: [
    healthyShop(now, { jobs: jobAt('audit.verify', 180) }),
    healthyShop(now, { jobs: jobAt('audit.verify', 181) }),
  ],
  BackupLate: [
    healthyShop(now, { jobs: jobAt('backup', 26 * 60) }),
    healthyShop(now, { jobs: jobAt('backup', 26 * 60 + 1) }),
  ],
  AuditChainBroken: [healthy, healthyShop(now, { audit: { isBroken: true, unsealed: 0 } })],
  ShopNotCounted: [healthyShop(now, { countedAt: ago(2) }), healthyShop(now, { countedAt: ago(2.1) })],
  DiskFull: [healthyShop(now, { freeDiskRatio: 0.15 }), healthyShop(now, { freeDiskRatio: 0.149 })],
  MongoDBWithoutMajority: [
    { ...healthy, stores: { majorityLagMs: 30_000, redisTakesWrites: true } },
    { ...healthy, stores: { majorityLagMs: undefined, redisTakesWrites: true } },
  ],
  RedisRefusesWrites: [healthy, { ...healthy, stores: { majorityLagMs: 0, redisTakesWrites: false } }],
}

describe('the alerts that the shop sends itself', () => {
  it.each(shopAlerts)('raise $name beyond its limit, not at it', (alert) => {
    const [within, beyond] = limits[alert.name] ?? [healthy, healthy]
    expect(alert.subjectsOf(healthy)).toEqual([])
    expect(alert.subjectsOf(within)).toEqual([])
    expect(alert.subjectsOf(beyond)).toMatchObject([{ detail: expect.stringMatching(/\w/) }])
  })

  it('say of statistics that were never read only that, and nothing about orders that wait as they should', () => {
    const unread = { ...healthy, statistics: undefined }
    const held = healthyShop(now, {
      open: (['manual', 'on_hold', 'unpaid'] as const).map((reason) => ({
        ...{ reason, orders: 1, paise: 1, oldestAt: ago(500) },
      })),
    })
    const knownWithoutThem: Record<string, number> = {
      ...{ ShopNotCounted: 1, MongoDBWithoutMajority: 0, RedisRefusesWrites: 0 },
    }
    for (const alert of shopAlerts) {
      expect(alert.subjectsOf(unread)?.length, alert.name).toBe(knownWithoutThem[alert.name])
      expect(alert.subjectsOf(held), alert.name).toEqual([])
    }
  })

  it('judge ages as of the count: one that stays out makes nothing older', () => {
    const uncounted = { ...healthy, readAt: new Date(now.getTime() + 48 * 3_600_000) }
    const raised = shopAlerts.filter((alert) => alert.subjectsOf(uncounted)?.length !== 0)
    expect(raised.map(({ name }) => name)).toEqual(['ShopNotCounted'])
  })

  it('name each account, task and job of which they are raised', () => {
    const [one] = statistics.suppliers
    const suppliers = ['SMILEBR', 'MOOGOLD'].map((account) => ({ ...one, account, isUnavailable: true }))
    const shop = healthyShop(now, { suppliers: suppliers as typeof statistics.suppliers })
    const names = shopAlerts.flatMap((alert) => (alert.subjectsOf(shop) ?? []).map(({ name }) => name))
    expect(names).toEqual(['SMILEBR', 'MOOGOLD'])
  })

  it('have the names, sentences and pages of the rules for Prometheus', () => {
    const text = readFileSync(join(import.meta.dirname, '../../../deploy/observability/alerts.yml'), 'utf8')
    type Rules = {
      groups: { rules: { alert?: string; annotations?: { summary: string; runbook: string } }[] }[]
    }
    const rules = (parse(text) as Rules).groups.flatMap((group) => group.rules)
    for (const { name, summary, runbook } of shopAlerts) {
      const rule = rules.find(({ alert }) => alert === name)
      expect(rule?.annotations, name).toEqual({ summary, runbook: `docs/runbooks/${runbook}.md` })
    }
  })
})

it('counts the payments of the last 15 minutes, with a row for each gateway', () => {
  const payments = [
    { gateway: 'one', at: ago(1), hadCallback: true },
    { gateway: 'one', at: ago(2), hadCallback: false },
    { gateway: 'one', at: ago(15.1), hadCallback: true },
  ]
  expect(callbacksOf(payments, { gateways: ['one', 'two'], now })).toEqual([
    { gateway: 'one', withCallback: 1, withoutCallback: 1 },
    { gateway: 'two', withCallback: 0, withoutCallback: 0 },
  ])
})
