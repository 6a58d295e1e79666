import type { SupplierAccount } from '@jhatpat/shared/contracts/suppliers.ts'
import * as calls from '@jhatpat/shared/contracts/suppliers.ts'
import { supplierBalances } from '@jhatpat/shared/domain/purchasing/index.ts'
import { forecastCoverage, readBalances, readForecastFacts } from '@jhatpat/shared/domain/suppliers/index.ts'
import type { Publisher } from '@jhatpat/shared/platform/realtime.ts'
import type { SupplierBalance } from '@jhatpat/shared/providers/suppliers/supplier.ts'
import type { Person } from '../../support/person.ts'
import type { Service } from '../../support/service-harness.ts'

const everyMs = 60_000

/** The supplier checks of the workers, run on the test's command. */
export function supplierCheckFixture(service: Service) {
  const env = { ...service.env, SUPPLIER_BALANCE_INTERVAL_MS: everyMs }
  const read = async () => readBalances({ ...service.deps, env }, await supplierBalances())
  /** What was published to open pages. */
  const published: { name: string; data: unknown[] }[] = []
  const publisher: Publisher = {
    ...service.deps.publisher,
    publish: (room, name, ...data) => {
      published.push({ name, data })
      service.deps.publisher.publish(room, name, ...data)
    },
  }
  const forecast = async (more: Partial<Service['env']> = {}) => {
    service.clock.advance(2_500)
    await service.deps.purchaseLog.write()
    const facts = await readForecastFacts()
    await forecastCoverage({ ...service.deps, env: { ...env, ...more }, publisher }, facts)
  }
  return {
    read,
    forecast,
    published,
    /** Both, a minute later. */
    readAndForecast: async () => {
      service.clock.advance(everyMs)
      await read()
      await forecast()
    },
    /** SMILEBR answers this, whatever its balance. */
    readWithAnswer: async (answer: () => Promise<SupplierBalance>) => {
      const { suppliers } = service.deps
      const byName = {
        ...suppliers.byName,
        SMILEBR: { ...suppliers.byName.SMILEBR, queryBalance: answer },
      }
      return readBalances(
        { ...service.deps, env, suppliers: { ...suppliers, byName } },
        await supplierBalances(),
      )
    },
  }
}

/** The account of Brazil as admins see it. */
export async function brazil(person: Person): Promise<SupplierAccount> {
  const all = await person.call(calls.suppliers, {})
  return all.find(({ account }) => account === 'SMILEBR') as SupplierAccount
}
