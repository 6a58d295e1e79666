import { userAtom } from '@jhatpat/shared/browser/session.ts'
import { opsToken } from '@jhatpat/shared/contracts/admin.ts'
import { staffRoleOf } from '@jhatpat/shared/contracts/permissions.ts'
import { Avatar } from '@jhatpat/shared/ui/avatar.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useMe, usePermission } from '../../lib/me.ts'
import { useMenuExit } from '../../lib/use-menu-exit.ts'

/** Name, role and version of the signed-in admin, and the ways out of the admin app. */
export default function Person() {
  const [open, setOpen] = useState(false)
  const { name } = useMe()
  // The api writes it into the page.
  const { version } = document.body.dataset
  return (
    <>
      {open && <Exits />}
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Avatar name={name} me />
        <span className="grow">
          <b className="sm lines">{name}</b>
          <span className="xs t3 lines">{[useStaffRole(), version].filter(Boolean).join(' · ')}</span>
        </span>
        <Icon name="chevron-down" size="sm" />
      </button>
    </>
  )
}

/** The tools of the server need a permission. */
function Exits() {
  const { signOut, openQueues, openReference } = useMenuExit()
  const may = usePermission()
  return (
    <ul>
      <li>
        <a href="/">
          <Icon name="house" />
          View store
        </a>
      </li>
      {may(opsToken.auth.permission) && (
        <>
          <li>
            <button type="button" data-permission={opsToken.auth.permission} onClick={openQueues}>
              <Icon name="list-checks" />
              Job queues
              <Icon name="external-link" size="sm" className="push" />
            </button>
          </li>
          <li>
            <button type="button" data-permission={opsToken.auth.permission} onClick={openReference}>
              <Icon name="file-text" />
              API reference
              <Icon name="external-link" size="sm" className="push" />
            </button>
          </li>
        </>
      )}
      <li>
        <button type="button" onClick={signOut}>
          <Icon name="log-out" />
          Sign out
        </button>
      </li>
    </ul>
  )
}

/** The signed-in admin's role, as a word: `Owner`. */
function useStaffRole(): string {
  const user = useAtomValue(userAtom)
  const role = (user && staffRoleOf(user)) ?? ''
  return role.charAt(0).toUpperCase() + role.slice(1)
}
