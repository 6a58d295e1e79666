import * as calls from '@jhatpat/shared/contracts/invitations.ts'
import { team } from '@jhatpat/shared/contracts/team.ts'
import { factorRuleOf, originOf } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import {
  acceptInvitation,
  inviteToTeam,
  listTeam,
  lookAtInvitation,
  resendInvitation,
  takeInvitationBack,
} from '@jhatpat/shared/domain/users/index.ts'
import { sessionReply } from '../accounts/replies.ts'
import { authorOf } from '../author-of.ts'
import type { Mount } from '../http/mount.ts'

export function mountTeam(mount: Mount, deps: Pick<Deps, 'clock' | 'queues' | 'env'>): void {
  mount(team, async () => ({
    ...(await listTeam(deps.clock.now())),
    factorRequired: factorRuleOf(deps.env).isRequired,
  }))

  mount(calls.inviteToTeam, ({ caller, body, ip }) => inviteToTeam(deps, authorOf(caller, ip), body))

  mount(calls.resendInvitation, ({ caller, params, ip }) =>
    resendInvitation(deps, authorOf(caller, ip), params.id),
  )

  mount(calls.revokeInvitation, ({ caller, params, ip }) =>
    takeInvitationBack(deps, authorOf(caller, ip), params.id),
  )

  mount(calls.readInvitation, ({ body }) => lookAtInvitation(deps, body))

  mount(calls.acceptInvitation, async ({ body, ip, userAgent }) =>
    sessionReply(await acceptInvitation(deps, body, originOf(ip, userAgent))),
  )
}
