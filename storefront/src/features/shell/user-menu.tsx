import type { BrowserUser } from '@jhatpat/shared/contracts/accounts.ts'
import { Menu } from '@jhatpat/shared/ui/menu.tsx'
import { MenuClose, MenuItem } from '@jhatpat/shared/ui/menu-item.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { use, useState } from 'react'
import { useCloseOnBack } from '../../lib/close-on-back.ts'
import { useSignOut } from '../../lib/hosted/use-sign-out.ts'
import { InstallHow } from '../../lib/install/install-how.tsx'
import { useInstall } from '../../lib/install/use-install.ts'
import { Me } from './me.tsx'

/** The signed-in user, and links to their pages. */
export default function UserMenu({ user }: { user: BrowserUser }) {
  const signOut = useSignOut()
  const { method, promptInstall } = useInstall()
  const [how, setHow] = useState(false)
  return (
    <>
      <Menu button={<Me name={user.name} />} buttonClass="me">
        <CloseOnBack />
        <div className="menu-h">
          <p className="b" lang="en">
            <bdi>{user.name}</bdi>
          </p>
          <p className="t2 xs" lang="en">
            {user.email}
          </p>
        </div>
        <MenuItem icon="user" href="/dashboard">
          {t('Dashboard')}
        </MenuItem>
        <MenuItem icon="wallet" href="/wallet">
          {t('Wallet')}
        </MenuItem>
        <MenuItem icon="receipt-text" href="/orders">
          {t('Orders')}
        </MenuItem>
        {user.role === 'admin' && (
          <MenuItem icon="shield-check" href="/admin">
            {t('Admin Dashboard')}
          </MenuItem>
        )}
        {(method === 'ask' || method === 'manual') && (
          <MenuItem icon="smartphone" onSelect={method === 'ask' ? promptInstall : () => setHow(true)}>
            {t('Install app')}
          </MenuItem>
        )}
        <MenuItem icon="log-out" onSelect={signOut}>
          {t('Sign out')}
        </MenuItem>
      </Menu>
      {how && <InstallHow onClose={() => setHow(false)} />}
    </>
  )
}

/** Rendered while the menu is open. */
function CloseOnBack() {
  useCloseOnBack(use(MenuClose))
  return null
}
