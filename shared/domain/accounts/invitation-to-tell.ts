import { officeRoleWords } from '../../contracts/permission-words.ts'
import type { Deps } from '../deps.ts'
import type { Notice } from '../notifications/index.ts'
import type { IAccountNotice } from './account-notice-model.ts'
import { openInvitation } from './invitation.ts'
import { type IInvitation, InvitationModel, invitationId } from './invitation-model.ts'
import type { Told } from './tell-account.ts'

/** The mail that brings an invitation's link, while no other mail has taken its place. */
export async function invitationToTell(
  { clock }: Pick<Deps, 'clock'>,
  { _id: noticeId, about }: IAccountNotice,
): Promise<Told | undefined> {
  const invitation = await InvitationModel.findById(invitationId(about)).lean<IInvitation | null>()
  if (invitation?.noticeId !== noticeId || invitation.state !== 'sent') return undefined
  const { _id, name, email, invitedBy } = invitation
  const role = officeRoleWords[invitation.officeRole].name
  const withToken = (token: string): Notice => ({
    ...{ kind: 'team_invite', ref: noticeId, to: { name, email, mobilenumber: '' } },
    facts: { path: `/invitation/${_id}/${token}`, by: invitedBy.name, role },
  })
  return {
    first: withToken(''),
    fresh: async () => {
      const token = await openInvitation(invitation, clock.now())
      return token === undefined ? undefined : withToken(token)
    },
  }
}
