import { officeRoleWords, permissionWords } from '@jhatpat/shared/contracts/permission-words.ts'
import {
  grantOf,
  officeRoles,
  type Permission,
  permissionNames,
} from '@jhatpat/shared/contracts/permissions.ts'
import { type Column, DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { Hint } from '@jhatpat/shared/ui/hint.tsx'

const signs = { may: 'Yes', second: 'With a second person', none: '—' } as const

const columns: Column<Permission>[] = [
  {
    key: 'what',
    head: 'What one may do',
    cell: (name) => (
      <>
        <b>{permissionWords[name].label}</b> <span className="sm t3">{permissionWords[name].group}</span>
      </>
    ),
  },
  ...officeRoles.map((officeRole) => ({
    key: officeRole,
    head: officeRoleWords[officeRole].name,
    cell: (name: Permission) => signs[grantOf({ role: 'admin', officeRole }, name)],
  })),
]

/** The table that menu, buttons and calls read, as people read it. */
export function RolesTable() {
  return (
    <>
      <DataTable label="Permissions" columns={columns} rows={permissionNames} rowKey={(name) => name} />
      <Hint icon="shield-check">
        What a role may not do is not in its menu, and refused if it is called. An owner gives an admin
        another role under Team.
      </Hint>
    </>
  )
}
