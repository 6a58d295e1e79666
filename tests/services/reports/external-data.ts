import * as calls from '@jhatpat/shared/contracts/reconciliation.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import {
  ReconciliationExceptionModel,
  ReconciliationRunModel,
  reconcileNextPart,
} from '@jhatpat/shared/domain/reports/index.ts'
import { JournalEntryModel } from '@jhatpat/shared/domain/wallet/index.ts'
import type { ListedOrder, OrderList, SupplierBalance } from '@jhatpat/shared/providers/suppliers/supplier.ts'
import type { Person } from '../../support/person.ts'
import type { Service } from '../../support/service-harness.ts'
import { day, gateway, gatewayAnswers } from './day-fixture.ts'

const noAnswers = () => ({
  balances: [] as string[],
  /** MooGold's orders of the day, two a page. */
  listed: [] as ListedOrder[],
  listReads: 0,
  isListRead: true,
  /** Returns the same page every time. */
  isListEndless: false,
})

/** The suppliers' answers in these tests. */
export const externalData = noAnswers()
/** Empties sales, runs and payments, and resets the vendors' answers. */
export async function resetDay(): Promise<void> {
  await OrderModel.deleteMany({})
  await JournalEntryModel.deleteMany({})
  await ReconciliationRunModel.deleteMany({})
  await ReconciliationExceptionModel.deleteMany({})
  gatewayAnswers.clear()
  Object.assign(externalData, noAnswers())
}

type CompareInput = { admin: Person; of?: string }

/** The vendors of these tests: gateway and supplier answers are set by the test. */
export function depsOf(service: Service) {
  const queryBalance = async (): Promise<SupplierBalance> => {
    const balance = externalData.balances[0]
    return balance ? { kind: 'ok', balance, unit: 'coins' } : { kind: 'unavailable', message: 'silent' }
  }
  const { byName } = service.deps.suppliers
  const SMILEBR = { ...byName.SMILEBR, queryBalance }
  const silently = async () => ({ kind: 'unavailable', message: '' }) as const
  const listOrders = async (_day: string, page: number): Promise<OrderList> => {
    externalData.listReads += 1
    if (!externalData.isListRead) return { kind: 'unavailable', message: 'silent' }
    if (externalData.isListEndless) return { kind: 'ok', orders: externalData.listed, hasMore: true }
    const [orders, hasMore] = [
      externalData.listed.slice(page * 2 - 2, page * 2),
      externalData.listed.length > page * 2,
    ]
    return { kind: 'ok', orders, hasMore }
  }
  return {
    ...service.deps,
    gatewayOf: () => gateway,
    suppliers: {
      ...service.deps.suppliers,
      byName: {
        SMILEBR,
        SMILEPH: { ...byName.SMILEPH, queryBalance: silently },
        MOOGOLD: { ...byName.MOOGOLD, queryBalance: silently, listOrders },
      },
    },
  }
}

/** Compares a day in as many steps as it needs. */
export async function compareDay(service: Service, { admin, of = day }: CompareInput) {
  await admin.call(calls.compareDay, { params: { day: of } })
  return compareRemaining(service, { admin, of })
}

export async function compareRemaining(service: Service, { admin, of = day }: CompareInput) {
  for (let part = 0; await reconcileNextPart(depsOf(service), 0); part += 1)
    if (part > 500) throw new Error('does not end')
  return admin.call(calls.reconciledDay, { params: { day: of } })
}
