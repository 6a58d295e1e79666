import { officeRoleTexts } from '../../contracts/permission-texts.ts'
import type { Deps } from '../deps.ts'
import type { Notification } from '../notifications/index.ts'
import type { IAccountNotification } from './account-notification-model.ts'
import { openInvitation } from './invitation.ts'
import { type IInvitation, InvitationModel, invitationId } from './invitation-model.ts'
import type { FreshNotification } from './account-notifications.ts'

/** The mail that brings an invitation's link, while no other mail has taken its place. */
export async function invitationNotification(
  { clock }: Pick<Deps, 'clock'>,
  { _id: notificationId, about }: IAccountNotification,
): Promise<FreshNotification | undefined> {
  const invitation = await InvitationModel.findById(invitationId(about)).lean<IInvitation | null>()
  if (invitation?.notificationId !== notificationId || invitation.state !== 'sent') return undefined
  const { _id, name, email, invitedBy } = invitation
  const role = officeRoleTexts[invitation.staffRole].name
  const withToken = (token: string): Notification => ({
    ...{ kind: 'team_invite', ref: notificationId, to: { name, email, mobilenumber: '' } },
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
