import { revokeCustomerSessions } from '@jhatpat/shared/contracts/customers.ts'
import { staffRoleTexts } from '@jhatpat/shared/contracts/permission-texts.ts'
import { staffRoles } from '@jhatpat/shared/contracts/permissions.ts'
import type { TeamMember } from '@jhatpat/shared/contracts/team.ts'
import { Avatar } from '@jhatpat/shared/ui/avatar.tsx'
import { dayText } from '@jhatpat/shared/ui/format/ist-time.ts'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { Select } from '@jhatpat/shared/ui/select.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { useState } from 'react'
import { CallButton } from '../../lib/call-button.tsx'
import { useMe } from '../../lib/me.ts'
import { QuerySection } from '../../lib/query-section.tsx'
import { RevokeSessionsDialog } from '../../lib/revoke-sessions-dialog.tsx'
import { UserReasonDialog } from '../../lib/user-reason-dialog.tsx'
import { InvitedList } from './invited-list.tsx'
import { PendingRequestsDialog } from './pending-requests-dialog.tsx'
import { type StaffRoleChoice, teamKey, useStaffRole, type useTeam } from './use-team.ts'

type Query = ReturnType<typeof useTeam>
type Data = NonNullable<Query['data']>
type MemberAction = { member: TeamMember; role?: StaffRoleChoice }

/** All staff members. Changes to a person are confirmed first. */
export function TeamList({ query }: { query: Query }) {
  const [confirming, setConfirming] = useState<MemberAction>()
  const close = () => setConfirming(undefined)
  return (
    <QuerySection query={query}>
      {(data) => (
        <>
          <PendingRoles asked={data.asked} />
          <section className="panel team">
            <ul>
              <li className="team-head" aria-hidden="true">
                {['', 'Name', 'Role', 'Two-step verification', 'Last seen', ''].map((head, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the heads are fixed
                  <span key={at}>{head}</span>
                ))}
              </li>
              {data.members.map((member) => (
                <Member key={member.user._id} member={member} data={data} onAction={setConfirming} />
              ))}
            </ul>
          </section>
          <InvitedList invited={data.invited ?? []} />
          <p className="xs t3 team-foot">
            The store role “admin” is the owner. Other team members are admins with a role from this table.
          </p>
          {confirming?.role && (
            <StaffRoleDialog member={confirming.member} role={confirming.role} onClose={close} />
          )}
          {confirming && !confirming.role && (
            <RevokeSessionsDialog user={confirming.member.user} reads={teamKey} onClose={close} />
          )}
        </>
      )}
    </QuerySection>
  )
}

function PendingRoles({ asked }: Pick<Data, 'asked'>) {
  if (asked.length === 0) return null
  const requests = asked
    .map(({ name, staffRole }) => `${name} as ${staffRoleTexts[staffRole].name}`)
    .join(', ')
  return (
    <InlineMessage kind="warn" icon="user-check" title={`Waiting for approval: ${requests}`}>
      <span>
        Under{' '}
        <AppLink className="link" href="/approvals">
          Approvals
        </AppLink>
        , for up to 7 days. Not in effect yet.
      </span>
    </InlineMessage>
  )
}

type MemberProps = { member: TeamMember; data: Data; onAction: (action: MemberAction) => void }

const places = [
  ...staffRoles.map((value) => ({ value, label: staffRoleTexts[value].name })),
  { value: 'none', label: 'Remove from team' },
]

function Member({ member, data, onAction: onAsk }: MemberProps) {
  const me = useMe()
  const { user, staffRole, sessions, lastSeenAt, secondFactor } = member
  const isMe = user._id === me._id
  return (
    <li>
      <Avatar small name={user.name} me={isMe} />
      <span>
        <b>{user.name}</b>
        {user.isBlocked === 'true' && <span className="down sm"> blocked</span>}
        <br />
        <span className="xs t2 wrap-any">{user.email}</span>
      </span>
      <Select
        bare
        small
        label={`Role of ${user.name}`}
        options={places}
        value={staffRole}
        disabled={isMe}
        onChange={(event) => onAsk({ member, role: event.target.value as StaffRoleChoice })}
      />
      <Factor factor={secondFactor} />
      <span className="sm t2">
        {secondFactor === null && data.factorRequired ? (
          'No access until it’s set up'
        ) : lastSeenAt ? (
          <>
            <span className="last-seen">Last seen </span>
            <TimeText at={lastSeenAt} as="ago" />
          </>
        ) : (
          'No activity yet'
        )}
        <br />
        <span className="xs t3">
          {sessions === 0 ? 'not signed in' : `${sessions} ${sessions === 1 ? 'session' : 'sessions'}`}
        </span>
      </span>
      {isMe ? (
        <span className="t3 sm">you</span>
      ) : (
        <CallButton
          access={revokeCustomerSessions.auth}
          size="sm"
          disabled={sessions === 0}
          onClick={() => onAsk({ member })}
        >
          Sign out<span className="visually-hidden"> {user.name}</span>
        </CallButton>
      )}
    </li>
  )
}

/** From this number of recovery codes on, a warning is shown. */
const fewCodes = 2

function Factor({ factor }: { factor: TeamMember['secondFactor'] }) {
  if (!factor) {
    return (
      <span className="down row sm">
        <Icon name="circle-x" size="sm" />
        Not set up
      </span>
    )
  }
  const { since, recoveryCodesLeft: left } = factor
  return left <= fewCodes ? (
    <span className="wait-t row sm">
      <Icon name="triangle-alert" size="sm" />
      {`${left} recovery ${left === 1 ? 'code' : 'codes'} left`}
    </span>
  ) : (
    <span className="up row sm">
      <Icon name="shield-check" size="sm" />
      On since {dayText(since)}
    </span>
  )
}

type Props = { member: TeamMember; role: StaffRoleChoice; onClose: () => void }

/** Confirms another staff role, or none, with a reason. */
function StaffRoleDialog({ member, role, onClose }: Props) {
  const { user, staffRole } = member
  const { waiting, saving } = useStaffRole(onClose)
  const from = staffRoleTexts[staffRole].name
  if (waiting) return <PendingRequestsDialog text={waiting} onClose={onClose} />
  return (
    <UserReasonDialog
      title={role === 'none' ? `Remove ${user.name} from the team` : `Change ${user.name}’s role`}
      action={role === 'none' ? 'Remove' : 'Change role'}
      needsReason
      error={saving.error}
      isBusy={saving.isPending}
      onDo={(reason) => saving.mutate({ user, role, reason })}
      onClose={onClose}
    >
      <p>
        {from} → <b>{role === 'none' ? 'customer' : staffRoleTexts[role].name}</b>
        {role !== 'none' && <span className="t2">: {staffRoleTexts[role].does}</span>}
      </p>
      <p className="t2 sm">{user.name} will be signed out on all devices.</p>
    </UserReasonDialog>
  )
}
