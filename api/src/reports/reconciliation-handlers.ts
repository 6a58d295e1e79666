import * as calls from '@jhatpat/shared/contracts/reconciliation.ts'
import * as salesCalls from '@jhatpat/shared/contracts/sales.ts'
import { exportSales } from '@jhatpat/shared/domain/back-office/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import {
  countOpen,
  reportSales,
  resolveException,
  startDay,
  viewDay,
} from '@jhatpat/shared/domain/reports/index.ts'
import type { Mount } from '../http/mount.ts'

export function mountReconciliation(mount: Mount, deps: Pick<Deps, 'clock'>): void {
  mount(calls.openExceptions, async () => ({ open: await countOpen() }))
  mount(calls.reconciledDay, ({ params }) => viewDay(params.day))
  mount(calls.compareDay, async ({ params }) => {
    await startDay(deps, params.day)
    return viewDay(params.day)
  })
  mount(calls.resolveException, ({ caller, body }) => resolveException(deps, caller, body))
}

export function mountSales(mount: Mount, { clock }: Pick<Deps, 'clock'>): void {
  mount(salesCalls.salesReport, ({ query }) => reportSales({ clock }, query))
  mount(salesCalls.salesCsv, ({ caller: { userId, name }, query, ip }) =>
    exportSales({ clock, actor: { userId, name, from: ip } }, query),
  )
}
