import { queryPoints, queryPointsPh } from '@jhatpat/shared/contracts/admin.ts'
import type { SupplierName } from '@jhatpat/shared/contracts/api-types.ts'
import * as calls from '@jhatpat/shared/contracts/suppliers.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { recordReading } from '@jhatpat/shared/domain/purchasing/index.ts'
import * as suppliers from '@jhatpat/shared/domain/suppliers/index.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import { actorOf } from '../http/actor-of.ts'
import type { Mount } from '../http/mount.ts'

export function mountSuppliers(mount: Mount, deps: Deps): void {
  mount(queryPoints, () => pointsAt(deps, 'SMILEBR'))
  mount(queryPointsPh, () => pointsAt(deps, 'SMILEPH'))

  mount(calls.suppliers, () => suppliers.listAccounts(deps))

  mount(calls.refreshSupplier, async ({ params: { account } }) => {
    if (!(await suppliers.readBalanceNow(deps, account))) throw new AppError('supplier_unavailable')
    return suppliers.readSupplier(deps, account)
  })

  mount(calls.setSupplier, async ({ caller, params: { account }, body: { version, ...own }, ip }) => {
    await suppliers.updateSupplierSettings(deps, actorOf(caller, ip), {
      account,
      expectedVersion: version,
      ...own,
    })
    return suppliers.readSupplier(deps, account)
  })

  mount(calls.overridePause, async ({ caller, params: { itemid }, ip }) => {
    await suppliers.overridePause(deps, actorOf(caller, ip), itemid)
    return { message: 'On sale anyway until the balance covers it' }
  })
}

async function pointsAt(deps: Deps, account: SupplierName) {
  const askedAt = deps.clock.now()
  const answer = await deps.suppliers.byName[account].queryBalance()
  await recordReading(deps, account, { answer, askedAt })
  if (answer.kind !== 'ok') throw new AppError('supplier_unavailable')
  return { status: 200, smile_points: answer.balance, message: 'Points fetched successfully' }
}
