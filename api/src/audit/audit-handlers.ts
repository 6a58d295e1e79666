import * as calls from '@jhatpat/shared/contracts/audit.ts'
import {
  auditChainStatus,
  pageOfAudit,
  redactPage,
  requestVerification,
} from '@jhatpat/shared/domain/audit/index.ts'
import { exportAudit, nameTargets, parseAuditQuery } from '@jhatpat/shared/domain/back-office/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { Mount } from '../http/mount.ts'

export function mountAudit(mount: Mount, deps: Pick<Deps, 'clock' | 'queues'>): void {
  mount(calls.auditRows, async ({ caller, query: { limit, page, cursor, before, ...filters } }) => {
    const query = { limit, page, cursor, before, ...(await parseAuditQuery(caller, filters)) }
    return nameTargets(caller, redactPage(caller, await pageOfAudit(query)))
  })
  mount(calls.auditCsv, ({ caller, query, ip }) =>
    exportAudit({ clock: deps.clock, actor: actorOf(caller, ip), asker: caller }, query),
  )
  mount(calls.auditChainStatus, () => auditChainStatus(deps))
  mount(calls.verifyAuditChain, async () => {
    await requestVerification(deps)
    return auditChainStatus(deps)
  })
}
