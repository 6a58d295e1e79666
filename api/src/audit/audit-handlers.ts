import * as calls from '@jhatpat/shared/contracts/audit.ts'
import { askCheck, auditChain, pageOfAudit } from '@jhatpat/shared/domain/audit/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { startOfIstDay } from '@jhatpat/shared/platform/clock.ts'
import type { Mount } from '../http/mount.ts'

export function mountAudit(mount: Mount, deps: Pick<Deps, 'clock' | 'queues'>): void {
  mount(calls.auditRows, ({ query: { from, to, ...asked } }) =>
    pageOfAudit({
      ...asked,
      from: from ? startOfIstDay(from) : undefined,
      to: to ? startOfIstDay(to, 1) : undefined,
    }),
  )
  mount(calls.auditChain, () => auditChain(deps))
  mount(calls.checkAudit, async () => {
    await askCheck(deps)
    return auditChain(deps)
  })
}
