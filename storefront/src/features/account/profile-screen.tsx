import { userAtom } from '@jhatpat/shared/browser/session.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { Icon, type IconName } from '@jhatpat/shared/ui/icons/icon.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { ReceiptCard, TearLine } from '@jhatpat/shared/ui/receipt-card.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useAtomValue } from 'jotai'
import { useSyncExternalStore } from 'react'
import { BigBalance } from '../../lib/big-balance.tsx'
import { useSignOut } from '../../lib/hosted/use-sign-out.ts'
import { MembersOnly } from '../../lib/members-only.tsx'
import { pointsText } from '../../lib/points-text.ts'
import { usePoints } from '../../lib/use-points.ts'
import { OrderHistory } from './order-history.tsx'
import { ProfilePanel } from './profile-panel.tsx'
import { useDataDownload } from './use-data-download.tsx'
import { useOrderCounts } from './use-order-counts.ts'

/** The signed-in user, their money and orders, and links to the rest of the account. */
export default function ProfileScreen() {
  return (
    <main className="shell list-page">
      <title>{t('Profile · Jhatpat')}</title>
      <MembersOnly>
        <Profile />
      </MembersOnly>
    </main>
  )
}

function Profile() {
  const user = useAtomValue(userAtom)
  const isWide = useIsWide()
  if (!user) return null
  return (
    <>
      <h1 className="d1 page-h">{t('Profile')}</h1>
      <div className="profile-g">
        <ProfilePanel user={user} />
        <div className="stack">
          <WalletCard />
          <PointsCard />
        </div>
      </div>
      <OrderCounts userId={user._id} />
      <More />
      {isWide && <OrderHistory userId={user._id} />}
    </>
  )
}

function WalletCard() {
  return (
    <ReceiptCard className="money-slip" aria-label={t('Wallet balance')}>
      <div className="row between">
        <div>
          <h2 className="t2 sm">{t('Wallet balance')}</h2>
          <BigBalance />
        </div>
        <img src="/art/items/wallet-coin.svg" alt="" width={72} height={72} />
      </div>
      <TearLine />
      <div className="row wrap money-actions">
        <ButtonLink href="/topup" variant="accent" icon="plus">
          {t('Top Up')}
        </ButtonLink>
        <ButtonLink href="/wallet">{t('View History')}</ButtonLink>
      </div>
    </ReceiptCard>
  )
}

function More() {
  const signOut = useSignOut()
  const { download, isBusy, question } = useDataDownload()
  return (
    <>
      <nav className="quick" aria-label={t('More')}>
        <AppLink href="/dashboard/devices">
          <QuickText icon="smartphone" text={t('Logged-in devices')} />
        </AppLink>
        <button type="button" onClick={download} disabled={isBusy}>
          <QuickText icon="download" text={isBusy ? t('Collecting your data') : t('Download my data')} />
        </button>
        <AppLink href="/dashboard/delete">
          <QuickText icon="circle-x" text={t('Delete my account')} />
        </AppLink>
        <button type="button" onClick={signOut}>
          <QuickText icon="log-out" text={t('Sign out')} />
        </button>
      </nav>
      {question}
    </>
  )
}

function QuickText({ icon, text }: { icon: IconName; text: string }) {
  return (
    <>
      <Icon name={icon} />
      {text}
      <Icon name="chevron-right" size="sm" />
    </>
  )
}

/** The user's number of orders, and their results. */
export function OrderCounts({ userId }: { userId: string }) {
  const { data, isError } = useOrderCounts(userId)
  const counts = [
    [t('Total Orders'), data?.total_order],
    [t('Completed'), data?.completed],
    [t('Refunded'), data?.refunded],
  ] as const
  return (
    <section className="panel counts" aria-label={t('Order statistics')}>
      <dl>
        {counts.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="money">{count === undefined ? (isError ? '–' : '…') : formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      <ButtonLink href="/orders" icon="receipt-text">
        {t('My Orders')}
      </ButtonLink>
    </section>
  )
}

/** The reward points, and the link to redeem them. */
export function PointsCard() {
  const { data, isError } = usePoints()
  return (
    <ReceiptCard className="money-slip" aria-label={t('Reward points')}>
      <div className="row between">
        <div>
          <h2 className="t2 sm">{t('Reward points')}</h2>
          <p className="money huge">{data ? pointsText(data.balance) : isError ? '–' : '…'}</p>
        </div>
        <img src="/art/items/points.svg" alt="" width={72} height={72} />
      </div>
      <TearLine />
      <div className="row wrap money-actions">
        <ButtonLink href="/redeem" icon="gift">
          {t('Redeem')}
        </ButtonLink>
      </div>
    </ReceiptCard>
  )
}

/** From this width a table has room; below, its rows are cards. */
const wide = matchMedia('(width >= 900px)')

/** Whether the window is wide enough for a table. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches)
}

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}
