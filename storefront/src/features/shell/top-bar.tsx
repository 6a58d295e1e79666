import { userAtom } from '@jhatpat/shared/browser/session.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { IconButton } from '@jhatpat/shared/ui/icon-button.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { brand } from '../../lib/brand.ts'
import { useBalance } from '../../lib/use-balance.ts'
import { LanguageButton } from './language-button.tsx'
import { Me } from './me.tsx'
import { Search } from './search.tsx'

const UserMenu = lazyComponent(() => import('./user-menu.tsx'))
const PhoneMenu = lazyComponent(() => import('./phone-menu.tsx'))

export function TopBar() {
  const user = useAtomValue(userAtom)
  const [menuOpen, setMenuOpen] = useState(false)
  return (
    <header className="top">
      <button type="button" className="skip btn" onClick={toMain}>
        {t('Skip to content')}
      </button>
      <div className="shell">
        <AppLink href="/home" aria-label={t('Jhatpat, home')}>
          <img className="logo" src="/art/logo.svg" alt={brand.name} width={146} height={34} />
        </AppLink>
        <Search />
        <LanguageButton />
        {user ? (
          <>
            <WalletLink />
            <Optional
              meanwhile={
                <span className="me">
                  <Me name={user.name} />
                </span>
              }
            >
              <UserMenu user={user} />
            </Optional>
          </>
        ) : (
          <ButtonLink href="/login" variant="accent">
            {t('Login')}
          </ButtonLink>
        )}
        <IconButton
          icon="menu"
          label={t('Open menu')}
          variant="quiet"
          className="menu-s"
          onClick={() => setMenuOpen(true)}
        />
      </div>
      {menuOpen && (
        <Optional>
          <PhoneMenu user={user} onClose={() => setMenuOpen(false)} />
        </Optional>
      )}
    </header>
  )
}

/** Moves the focus past the top bar. */
function toMain(): void {
  const main = document.querySelector('main')
  main?.setAttribute('tabindex', '-1')
  main?.focus()
}

function WalletLink() {
  const balance = useBalance()
  return (
    <AppLink className="btn btn-quiet hide-s" href="/wallet">
      <Icon name="wallet" />
      <span className="visually-hidden">{t('Wallet balance ')}</span>
      {balance === undefined ? <span className="money">₹…</span> : <Money rupees={balance} />}
    </AppLink>
  )
}
