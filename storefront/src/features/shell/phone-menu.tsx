import type { BrowserUser } from '@jhatpat/shared/contracts/accounts.ts'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { Icon, type IconName } from '@jhatpat/shared/ui/icons/icon.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { type Text, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useState } from 'react'
import { useCloseOnBack } from '../../lib/close-on-back.ts'
import { useSignOut } from '../../lib/hosted/use-sign-out.ts'
import { InstallHow } from '../../lib/install/install-how.tsx'
import { useInstall } from '../../lib/install/use-install.ts'
import { chatLink, messagingLink } from '../../lib/support.ts'
import { useContact } from '../../lib/use-contact.ts'
import { LanguageButton } from './language-button.tsx'

type PhoneMenuProps = { user: BrowserUser | null; onClose: () => void }

/** The side menu of phones. */
export default function PhoneMenu(props: PhoneMenuProps) {
  const [how, setHow] = useState(false)
  if (how) return <InstallHow onClose={props.onClose} />
  return <Drawer {...props} onHow={() => setHow(true)} />
}

function Drawer({ user, onClose, onHow }: PhoneMenuProps & { onHow: () => void }) {
  const signOut = useSignOut()
  const { method, promptInstall } = useInstall()
  const support = useContact(true)
  const chat = support && (chatLink(support, user) ?? messagingLink(support, user))
  useCloseOnBack(onClose)
  return (
    <Dialog open kind="drawer" title={t('Menu')} onClose={onClose}>
      <nav className="menu plain" aria-label={t('Menu')}>
        {menuLinks(user).map(({ href, icon, text }) => (
          <AppLink key={href} href={href} onClick={onClose}>
            <Icon name={icon} />
            {t(text)}
          </AppLink>
        ))}
        {chat && (
          <a href={chat} target="_blank" rel="noopener noreferrer" onClick={onClose}>
            <Icon name="send" />
            {t('Contact')}
          </a>
        )}
        {policies.map(({ href, text }) => (
          <AppLink key={href} href={href} onClick={onClose}>
            <Icon name="file-text" />
            {t(text)}
          </AppLink>
        ))}
        {(method === 'ask' || method === 'manual') && (
          <button type="button" onClick={method === 'manual' ? onHow : () => promptInstall().then(onClose)}>
            <Icon name="smartphone" />
            {t('Install app')}
          </button>
        )}
        {user && (
          <button
            type="button"
            onClick={() => {
              onClose()
              signOut()
            }}
          >
            <Icon name="log-out" />
            {t('Sign out')}
          </button>
        )}
        <LanguageButton inMenu />
      </nav>
    </Dialog>
  )
}

const policies: readonly { href: string; text: Text }[] = [
  { href: '/privacypage', text: 'Privacy Policy' },
  { href: '/refund-policy', text: 'Refund Policy' },
]

function menuLinks(user: BrowserUser | null): { href: string; icon: IconName; text: Text }[] {
  const home = { href: '/home', icon: 'house', text: 'Home' } as const
  if (!user) {
    return [
      home,
      { href: '/login', icon: 'user', text: 'Login' },
      { href: '/register', icon: 'plus', text: 'Create Account' },
    ]
  }
  return [
    home,
    { href: '/dashboard', icon: 'user', text: 'Dashboard' },
    { href: '/wallet', icon: 'wallet', text: 'Wallet' },
    { href: '/orders', icon: 'receipt-text', text: 'Orders' },
    ...(user.role === 'admin'
      ? [{ href: '/admin', icon: 'shield-check', text: 'Admin Dashboard' } as const]
      : []),
  ]
}
