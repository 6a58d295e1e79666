import { userAtom } from '@jhatpat/shared/browser/session.ts'
import { Icon, type IconName } from '@jhatpat/shared/ui/icons/icon.tsx'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { type Text, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useAtomValue } from 'jotai'
import { type MouseEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'

const SupportSheet = lazyComponent(() => import('./support-sheet.tsx'))

/** A tap this soon after a page change, in ms, was meant for the previous page. */
const settlesMs = 600

/** At the bottom of phones, for signed-in users; a product page has its buy dock above it. */
export function BottomBar() {
  const user = useAtomValue(userAtom)
  const { pathname } = useLocation()
  const [asks, setAsks] = useState(false)
  const cameAt = useOpenedAt(pathname)
  if (!user) return null
  const ignoreHasty = (event: MouseEvent) => {
    // A click by key has no count, and cannot hit a button by accident.
    if (event.detail === 0 || performance.now() - cameAt.current > settlesMs) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <nav className="bottom" aria-label={t('Account')} onClickCapture={ignoreHasty}>
        {places.map(({ href, icon, text }) => (
          <AppLink key={href} href={href} aria-current={isCurrentPage(pathname, href) ? 'page' : undefined}>
            <Icon name={icon} />
            {t(text)}
          </AppLink>
        ))}
        <button type="button" aria-haspopup="dialog" onClick={() => setAsks(true)}>
          <Icon name="circle-help" />
          {t('Support')}
        </button>
      </nav>
      {asks && (
        <Optional>
          <SupportSheet user={user} onClose={() => setAsks(false)} />
        </Optional>
      )}
    </>
  )
}

/** Opening time of the current page, in ms of `performance.now()`; the first page needs no protection. */
function useOpenedAt(pathname: string): RefObject<number> {
  const cameAt = useRef(Number.NEGATIVE_INFINITY)
  const shownPath = useRef(pathname)
  useLayoutEffect(() => {
    if (shownPath.current !== pathname) cameAt.current = performance.now()
    shownPath.current = pathname
  }, [pathname])
  return cameAt
}

const places: readonly { href: string; icon: IconName; text: Text }[] = [
  { href: '/dashboard', icon: 'user', text: 'Profile' },
  { href: '/wallet', icon: 'wallet', text: 'Wallet' },
  { href: '/orders', icon: 'receipt-text', text: 'Orders' },
]

function isCurrentPage(pathname: string, href: string): boolean {
  return pathname === href || pathname.startsWith(`${href}/`)
}
