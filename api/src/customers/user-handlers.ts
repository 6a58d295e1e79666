import { decideApprovalRequest } from '@jhatpat/shared/contracts/approval-decisions.ts'
import { adminLimits, approvalRequests } from '@jhatpat/shared/contracts/approval-requests.ts'
import { toRupees } from '@jhatpat/shared/contracts/money.ts'
import * as calls from '@jhatpat/shared/contracts/users.ts'
import { auditTarget, listAudit } from '@jhatpat/shared/domain/audit/index.ts'
import {
  adjustBalance,
  adjustmentLimit,
  listUsers,
  updateUser,
} from '@jhatpat/shared/domain/customers/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { refundLimitPaise } from '@jhatpat/shared/domain/orders/index.ts'
import { decideRequest, listRequests } from '@jhatpat/shared/domain/staff/index.ts'
import { actorOf } from '../http/actor-of.ts'
import type { Mount } from '../http/mount.ts'

export function mountUsers(
  mount: Mount,
  deps: Pick<Deps, 'clock' | 'publisher' | 'env' | 'queues' | 'log'>,
): void {
  mount(calls.usersData, async ({ caller, query }) => ({
    ...(await listUsers(query)),
    approvalAbove: await adjustmentLimit(deps, caller),
  }))

  mount(calls.updateUserData, ({ caller, body, ip, isAskedForProof }) => {
    const { verified, isBlocked, ...rest } = body
    const edit = { ...rest, verified: verified === 'true', isBlocked: isBlocked === 'true' }
    return updateUser(deps, { ...actorOf(caller, ip), ...(isAskedForProof && { proofFrom: caller }) }, edit)
  })

  mount(calls.addUserBalance, ({ caller, body, ip, reference }) =>
    adjustBalance(deps, actorOf(caller, ip), { txnid: reference('JW'), ...body }),
  )

  mount(approvalRequests, ({ caller, query }) => listRequests(deps, caller, query.which))

  mount(adminLimits, async ({ caller }) => ({ refundLimit: toRupees(await refundLimitPaise(deps, caller)) }))

  mount(decideApprovalRequest, ({ caller, params, body, ip }) =>
    decideRequest(deps, { ...caller, from: ip }, { id: params.id, ...body }),
  )

  mount(calls.userAudit, ({ params }) => listAudit(auditTarget.user(params.id)))
}
