import { callRegistry } from '@jhatpat/shared/contracts/call-registry.ts'
import {
  missingPermission,
  type StaffAccess,
  type StaffRole,
  staffRoles,
} from '@jhatpat/shared/contracts/permissions.ts'
import type { AnyRoute } from '@jhatpat/shared/contracts/route.ts'
import { removeView, renameView, saveView } from '@jhatpat/shared/contracts/saved-views.ts'
import { UserModel } from '@jhatpat/shared/domain/accounts/index.ts'
import { AuditModel } from '@jhatpat/shared/domain/audit/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { startService } from '../../support/service-harness.ts'
import { type StaffContext, type Trials, tryCall } from './audit-trial.ts'
import { catalogueWrites } from './catalogue-writes.ts'
import { peopleWrites } from './people-writes.ts'
import { deleteRequests, requestWrites } from './request-writes.ts'
import { shopWrites } from './shop-writes.ts'
import { otherCalls, unknownExceptions } from './writing-calls.ts'

const trials: Trials = { ...peopleWrites, ...requestWrites, ...catalogueWrites, ...shopWrites }

let at: StaffContext
/** One user of each role, and a customer. */
let others: Record<StaffRole | 'customer', Person>

beforeAll(async () => {
  const service = await startService({ env: { BALANCE_APPROVAL_ABOVE: '10000' } })
  await AuditModel.createCollection()
  const [meera, imran] = [
    await insertAdmin({ name: 'Meera Iyer' }),
    await insertAdmin({ name: 'Imran Khan' }),
  ]
  at = { service, meera, imran, asMeera: await service.as(meera), asImran: await service.as(imran) }
  const people: [string, Person][] = [['customer', await service.as(await insertCustomer())]]
  for (const staffRole of staffRoles.filter((role) => role !== 'owner'))
    people.push([staffRole, await service.as(await insertAdmin({ staffRole }))])
  others = Object.fromEntries(people) as typeof others
})
afterAll(() => at.service.stop())
beforeEach(async () => {
  await deleteRequests()
  // They are the only two owners, whatever the last trial made of others or of Imran.
  const two = [at.meera._id, at.imran._id]
  const otherOwners = { _id: { $nin: two }, role: 'admin', staffRole: { $in: [null, 'owner'] } }
  await UserModel.collection.updateMany(otherOwners as never, { $set: { role: 'user' } })
  await UserModel.collection.updateMany({ _id: { $in: two } }, { $set: { role: 'admin' } })
})

const routeOf = (call: string): AnyRoute =>
  callRegistry.find(({ method, path }) => `${method} ${path}` === call) as AnyRoute

/** A role that may not make the call, or a customer where each role may. */
function closedTo(call: string): StaffRole | 'customer' {
  const { auth } = routeOf(call)
  const isClosed = (staffRole: StaffRole) =>
    missingPermission({ role: 'admin', staffRole }, auth as StaffAccess) !== undefined
  return staffRoles.find(isClosed) ?? 'customer'
}

describe('each call of the back office that writes', () => {
  it('is covered here, or with the staff actions about orders, or has a reason to leave no row', () => {
    expect(Object.keys(trials).sort()).toEqual([...otherCalls].sort())
    expect(unknownExceptions).toEqual([])
  })

  const all = Object.entries(trials).flatMap(([call, forms]) =>
    Object.entries(forms).map(([what, ready]) => ({ call, what, ready })),
  )
  it.each(all)('leaves its rows and no other: $call $what', async ({ call, ready }) => {
    const one = await ready(at)
    await tryCall(at, others[one.refusedTo ?? closedTo(call)], one)
  })

  it('leaves none for a private view, which no other admin sees', async () => {
    const before = await AuditModel.countDocuments()
    const view = { table: 'orders' as const, name: 'Mine', query: 'status=Refunded' }
    const { views } = await at.asMeera.call(saveView, { body: view })
    const params = { id: views.find(({ name }) => name === 'Mine')?.id ?? '' }
    await at.asMeera.call(renameView, { params, body: { name: 'Still mine' } })
    await at.asMeera.call(removeView, { params })
    expect(await AuditModel.countDocuments()).toBe(before)
  })
})
