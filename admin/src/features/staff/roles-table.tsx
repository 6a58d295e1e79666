import './roles-table.css'
import { permissionTexts, staffRoleTexts } from '@jhatpat/shared/contracts/permission-texts.ts'
import {
  grantOf,
  type Permission,
  permissionNames,
  type StaffRole,
  staffRoles,
} from '@jhatpat/shared/contracts/permissions.ts'
import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import type { ReactNode } from 'react'
import { useTeam } from './use-team.ts'

/** The permission table that menu, buttons and calls use, in readable form. */
export function RolesTable() {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by key */}
      <section className="table-wrap" tabIndex={0} aria-label="Permissions">
        <table className="table pin roles" aria-label="Permissions">
          <thead>
            <tr>
              <th className="role first" scope="col">
                Permissions
              </th>
              <Heads />
            </tr>
          </thead>
          {groups.map(({ group, names }) => (
            <tbody key={group}>
              <tr>
                <th className="group first" scope="rowgroup" colSpan={staffRoles.length + 1}>
                  {group}
                </th>
              </tr>
              {names.map((name) => (
                <Row key={name} name={name} />
              ))}
            </tbody>
          ))}
        </table>
      </section>
      <Hint className="roles-foot" icon="shield-check">
        A role’s menu shows only what it can do. Change roles in Team.
      </Hint>
    </>
  )
}

const groups = [...new Set(permissionNames.map((name) => permissionTexts[name].group))].map((group) => ({
  group,
  names: permissionNames.filter((name) => permissionTexts[name].group === group),
}))

/** The roles, with the number of people once that is loaded. */
function Heads() {
  const members = useTeam().data?.members
  return staffRoles.map((role) => {
    const people = members?.filter(({ staffRole }) => staffRole === role).length
    return (
      <th key={role} className="role" scope="col">
        {staffRoleTexts[role].name}
        <small>{people === undefined ? '\u00a0' : people === 1 ? '1 person' : `${people} people`}</small>
      </th>
    )
  })
}

function Row({ name }: { name: Permission }) {
  return (
    <tr>
      <th className="what first" scope="row">
        {permissionTexts[name].label}
      </th>
      {staffRoles.map((staffRole) => (
        <td key={staffRole} className="may">
          {signs[grantFor(staffRole, name)]}
        </td>
      ))}
    </tr>
  )
}

const grantFor = (staffRole: StaffRole, name: Permission) => grantOf({ role: 'admin', staffRole }, name)

const signs: Record<ReturnType<typeof grantOf>, ReactNode> = {
  allowed: (
    <span className="up">
      <Icon name="check" />
      <span className="visually-hidden">Yes</span>
    </span>
  ),
  with_approval: (
    <span className="wait-t">
      <Icon name="user-check" size="sm" /> <span className="visually-hidden">With approval</span>
    </span>
  ),
  none: (
    <span className="t3">
      <span aria-hidden="true">—</span>
      <span className="visually-hidden">No</span>
    </span>
  ),
}
