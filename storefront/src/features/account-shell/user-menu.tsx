import type { StoredUser } from '@jhatpat/shared/contracts/accounts.ts'
import { Menu } from '@jhatpat/shared/ui/menu.tsx'
import { MenuClose, MenuItem } from '@jhatpat/shared/ui/menu-item.tsx'
import { use } from 'react'
import { useBackCloses } from '../../lib/back-closes.ts'
import { useSignOut } from '../../lib/use-sign-out.ts'
import { Me } from './me.tsx'

/** Who is signed in, and where they can go. */
export default function UserMenu({ user }: { user: StoredUser }) {
  const signOut = useSignOut()
  return (
    <Menu button={<Me name={user.name} />} buttonClass="me">
      <BackCloses />
      <div className="menu-h">
        <p className="b">{user.name}</p>
        <p className="t2 xs">{user.email}</p>
      </div>
      <MenuItem icon="user" href="/dashboard">
        Dashboard
      </MenuItem>
      <MenuItem icon="wallet" href="/wallet">
        Wallet
      </MenuItem>
      <MenuItem icon="receipt-text" href="/orders">
        Orders
      </MenuItem>
      {user.role === 'admin' && (
        <MenuItem icon="shield-check" href="/admin">
          Admin Dashboard
        </MenuItem>
      )}
      <MenuItem icon="log-out" onSelect={signOut}>
        Sign out
      </MenuItem>
    </Menu>
  )
}

/** Stands in the menu while it is open. */
function BackCloses() {
  useBackCloses(use(MenuClose))
  return null
}
