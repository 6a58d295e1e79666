import { inviteToTeam } from '@jhatpat/shared/contracts/invitations.ts'
import './team.css'
import { Tabs } from '@jhatpat/shared/ui/tabs.tsx'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { CallButton } from '../../lib/call-button.tsx'
import { PageBar } from '../../lib/page-bar.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { RolesTable } from './roles-table.tsx'
import { TeamList } from './team-list.tsx'
import { teamPanelId, useTeam } from './use-team.ts'

/** The permissions of the staff roles, and how many people have each role. */
export default function RolesScreen() {
  const { tab } = useParams()
  const navigate = useNavigate()
  const [adds, setAdds] = useState(false)
  const query = useTeam()
  const selected = tab === 'team' ? 'team' : 'roles'
  return (
    <>
      <PageBar title="Team">
        <CallButton
          access={inviteToTeam.auth}
          size="sm"
          variant="accent"
          icon="plus"
          onClick={() => setAdds(true)}
        >
          Invite member
        </CallButton>
      </PageBar>
      <Tabs
        className="views"
        label="Team and roles"
        panelId={teamPanelId}
        tabs={[
          { id: 'roles', label: 'Roles' },
          { id: 'team', label: 'Team', count: query.data?.members.length },
        ]}
        selected={selected}
        onSelect={(id) => navigate(id === 'team' ? '/roles/team' : '/roles')}
      />
      <div id={teamPanelId} role="tabpanel" tabIndex={-1} aria-label={selected === 'team' ? 'Team' : 'Roles'}>
        {selected === 'team' ? <TeamList query={query} /> : <RolesTable />}
      </div>
      {adds && (
        <InviteDialog
          onClose={() => setAdds(false)}
          onDone={() => {
            setAdds(false)
            navigate('/roles/team')
          }}
        />
      )}
    </>
  )
}
