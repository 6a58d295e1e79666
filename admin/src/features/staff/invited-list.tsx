import { resendInvitation, revokeInvitation } from '@jhatpat/shared/contracts/invitations.ts'
import { staffRoleTexts } from '@jhatpat/shared/contracts/permission-texts.ts'
import type { TeamInvitation } from '@jhatpat/shared/contracts/team.ts'
import { Avatar } from '@jhatpat/shared/ui/avatar.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { useStore } from 'jotai'
import { CallButton } from '../../lib/call-button.tsx'
import { messageOf } from '../../lib/message-of.ts'
import { useInvitation } from './use-invitations.ts'
import { teamPanelId } from './use-team.ts'

/** Open invitations, each with the state of its link. */
export function InvitedList({ invited }: { invited: readonly TeamInvitation[] }) {
  if (invited.length === 0) return null
  return (
    <section className="panel team invited" aria-label="Invited">
      <h2 className="d3">Invited</h2>
      <ul>
        {invited.map((invitation) => (
          <Invited key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </section>
  )
}

function Invited({ invitation }: { invitation: TeamInvitation }) {
  const { id, name, email, staffRole, by, at, isByOwner, hasAccount } = invitation
  const store = useStore()
  const actions = useInvitation(id, (message) => {
    pushToast(store, { kind: 'ok', title: 'Withdrawn.', text: message })
    // The row disappears together with the button that has the focus.
    document.getElementById(teamPanelId)?.focus()
  })
  return (
    <li>
      <Avatar small name={name} />
      <span>
        <b>{name}</b>
        <br />
        <span className="xs t2 wrap-any">{email}</span>
      </span>
      <span className="sm">{staffRoleTexts[staffRole].name}</span>
      <span className="sm">
        <Standing {...invitation} />
      </span>
      <span className="sm t2">
        Invited by {by}, <TimeText at={at} as="ago" />
        {actions.error ? (
          <span className="bad-text" role="alert">
            <br />
            {messageOf(actions.error)}
          </span>
        ) : (
          actions.message && (
            <span role="status">
              <br />
              {actions.message}
            </span>
          )
        )}
      </span>
      <span className="row wrap">
        {isByOwner && !hasAccount && (
          <CallButton
            access={resendInvitation.auth}
            size="sm"
            busy={actions.isDoing('resend')}
            busyText="Sending…"
            onClick={() => actions.do('resend')}
          >
            Resend<span className="visually-hidden"> to {name}</span>
          </CallButton>
        )}
        <CallButton
          access={revokeInvitation.auth}
          size="sm"
          variant="quiet"
          busy={actions.isDoing('revoke')}
          busyText="Sending…"
          onClick={() => actions.do('revoke')}
        >
          Withdraw<span className="visually-hidden"> the invitation of {name}</span>
        </CallButton>
      </span>
    </li>
  )
}

function Standing({ by, isByOwner, hasAccount, mailedAt, expiresAt }: TeamInvitation) {
  const isOver = Date.parse(expiresAt) <= useNow(60_000)
  if (hasAccount) return <span className="wait-t">Account exists: change their role in Team</span>
  if (!isByOwner) return <span className="wait-t">Invite again: {by} is no longer an owner</span>
  if (isOver) return <span className="down">{mailedAt ? 'Link expired' : 'Email not sent'}</span>
  if (!mailedAt) return <span className="wait-t">Sending the email</span>
  return (
    <>
      Link valid until <TimeText at={expiresAt} />
    </>
  )
}
