import * as calls from '@jhatpat/shared/contracts/invitations.ts'
import { team } from '@jhatpat/shared/contracts/team.ts'
import { clientOf, secondFactorPolicy } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import {
  acceptInvitation,
  inviteToTeam,
  listTeam,
  resendInvitation,
  revokeInvitation,
  viewInvitation,
} from '@jhatpat/shared/domain/staff/index.ts'
import { sessionReply } from '../accounts/replies.ts'
import { actorOf } from '../http/actor-of.ts'
import type { Mount } from '../http/mount.ts'

export function mountTeam(mount: Mount, deps: Pick<Deps, 'clock' | 'queues' | 'env'>): void {
  mount(team, async () => ({
    ...(await listTeam(deps.clock.now())),
    factorRequired: secondFactorPolicy(deps.env).isRequired,
  }))

  mount(calls.inviteToTeam, ({ caller, body, ip }) => inviteToTeam(deps, actorOf(caller, ip), body))

  mount(calls.resendInvitation, ({ caller, params, ip }) =>
    resendInvitation(deps, actorOf(caller, ip), params.id),
  )

  mount(calls.revokeInvitation, ({ caller, params, ip }) =>
    revokeInvitation(deps, actorOf(caller, ip), params.id),
  )

  mount(calls.readInvitation, ({ body }) => viewInvitation(deps, body))

  mount(calls.acceptInvitation, async ({ body, ip, userAgent }) =>
    sessionReply(await acceptInvitation(deps, body, clientOf(ip, userAgent))),
  )
}
