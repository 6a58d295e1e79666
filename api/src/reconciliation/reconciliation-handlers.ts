import * as calls from '@jhatpat/shared/contracts/reconciliation.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { startDay, resolveException, countOpen, viewDay } from '@jhatpat/shared/domain/reconciliation/index.ts'
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
