import { salesFigures } from '@jhatpat/shared/contracts/sales.ts'
import { fillSalesAgain } from '@jhatpat/shared/domain/migrate-sales-again.ts'
import { verifyMoney } from '@jhatpat/shared/domain/payables/index.ts'
import { countSales, SalesModel } from '@jhatpat/shared/domain/sales/index.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anAdmin } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { anOrderSold, dayAfter, dayBefore, putOrders, second } from './sold-orders.ts'

let service: Service
let admin: Person
beforeAll(async () => {
  service = await startService({ env: { SUPPLIER_UNIT_PAISE: 'SMILEBR:142' } })
  admin = await service.as(await anAdmin())
})
afterAll(() => service.stop())

/** As days stood that were closed before second deliveries were counted. */
const forgetAgain = () =>
  SalesModel.collection.updateMany(
    {},
    {
      $unset: Object.fromEntries(
        ['users', 'resellers'].flatMap((side) =>
          ['again', 'againUnknown', 'againPaise'].map((field) => [`${side}.${field}`, '']),
        ),
      ),
    },
  )
const kept = () => SalesModel.find().sort({ _id: 1 }).lean()

it('closed days get what was sent again on them, at the rate of their day, and stay as they were in all else', async () => {
  await putOrders([
    anOrderSold({ paise: 20_000, costs: ['50'] }),
    ...[['50'], ['']].map((costs) => anOrderSold({ ...second, costs })),
    anOrderSold({ ...second, role: 'reseller', costs: ['10'] }),
  ])
  await countSales(service.deps)
  const asCounted = await kept()
  await forgetAgain()
  expect(await kept()).not.toEqual(asCounted)
  await fillSalesAgain()
  await fillSalesAgain()
  expect(await kept()).toEqual(asCounted)
  const query = { from: dayBefore, to: dayAfter }
  const { total, days, rows } = await admin.call(salesFigures, { query })
  const sent = { again: 3, againUnknown: 1, againCost: 85.2 }
  expect([total, rows[0]]).toMatchObject([sent, sent])
  expect(days.map(({ again }) => again)).toEqual([0, 3, 0])
  expect((await verifyMoney()).faults.filter(({ kind }) => kind === 'sales_differ')).toEqual([])
})
