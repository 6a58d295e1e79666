import * as calls from '@jhatpat/shared/contracts/sales.ts'
import { exportSales } from '@jhatpat/shared/domain/back-office/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { reportSales } from '@jhatpat/shared/domain/sales/index.ts'
import type { Mount } from '../http/mount.ts'

export function mountSales(mount: Mount, { clock }: Pick<Deps, 'clock'>): void {
  mount(calls.salesFigures, ({ query }) => reportSales({ clock }, query))
  mount(calls.salesCsv, ({ caller: { userId, name }, query, ip }) =>
    exportSales({ clock, actor: { userId, name, from: ip } }, query),
  )
}
