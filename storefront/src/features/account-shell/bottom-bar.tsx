import { userAtom } from '@jhatpat/shared/browser/session.ts'
import { Icon, type IconName } from '@jhatpat/shared/ui/icons/icon.tsx'
import { lazily } from '@jhatpat/shared/ui/lazily.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { type Text, t } from '@jhatpat/shared/ui/texts/say.ts'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'

const SupportSheet = lazily(() => import('./support-sheet.tsx'))

/** Under the thumb on phones, for who is signed in; a product page has its buy dock there instead. */
export function BottomBar() {
  const user = useAtomValue(userAtom)
  const { pathname } = useLocation()
  const [asks, setAsks] = useState(false)
  if (!user || pathname.startsWith('/product/')) return null
  return (
    <nav className="bottom" aria-label={t('Account')}>
      {places.map(({ href, icon, text }) => (
        <AppLink key={href} href={href} aria-current={isHere(pathname, href) ? 'page' : undefined}>
          <Icon name={icon} />
          {t(text)}
        </AppLink>
      ))}
      <button type="button" aria-haspopup="dialog" onClick={() => setAsks(true)}>
        <Icon name="circle-help" />
        {t('Support')}
      </button>
      {asks && (
        <Optional>
          <SupportSheet user={user} onClose={() => setAsks(false)} />
        </Optional>
      )}
    </nav>
  )
}

const places: readonly { href: string; icon: IconName; text: Text }[] = [
  { href: '/home', icon: 'house', text: 'Home' },
  { href: '/wallet', icon: 'wallet', text: 'Wallet' },
  { href: '/orders', icon: 'receipt-text', text: 'Orders' },
  { href: '/dashboard', icon: 'user', text: 'Profile' },
]

function isHere(pathname: string, href: string): boolean {
  return pathname === href || pathname.startsWith(`${href}/`) || (pathname === '/' && href === '/home')
}
