import { userAtom } from '@jhatpat/shared/browser/session.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Icon, type IconName } from '@jhatpat/shared/ui/icons/icon.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { ReceiptCard, TearLine } from '@jhatpat/shared/ui/receipt-card.tsx'
import { useAtomValue } from 'jotai'
import { BigBalance } from '../../lib/big-balance.tsx'
import { brand } from '../../lib/brand.ts'
import { MembersOnly } from '../../lib/members-only.tsx'
import { useSignOut } from '../../lib/use-sign-out.ts'
import { useIsWide } from '../../lib/use-wide.ts'
import { OrderCounts } from './order-counts.tsx'
import { OrderHistory } from './order-history.tsx'
import { PointsCard } from './points-slip.tsx'
import { ProfilePanel } from './profile-panel.tsx'

/** Who is signed in, their money and orders, and where the rest of the account is. */
export default function ProfileScreen() {
  return (
    <main className="shell list-page">
      <title>{`Profile · ${brand.name}`}</title>
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
      <h1 className="d1 page-h">Profile</h1>
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
    <ReceiptCard className="money-slip" aria-label="Wallet balance">
      <div className="row between">
        <div>
          <h2 className="t2 sm">Wallet balance</h2>
          <BigBalance />
        </div>
        <img src="/art/items/wallet-coin.svg" alt="" width={72} height={72} />
      </div>
      <TearLine />
      <div className="row wrap money-actions">
        <ButtonLink href="/topup" variant="accent" icon="plus">
          Top Up
        </ButtonLink>
        <ButtonLink href="/wallet">View History</ButtonLink>
      </div>
    </ReceiptCard>
  )
}

function More() {
  const signOut = useSignOut()
  return (
    <nav className="quick" aria-label="More">
      <AppLink href="/dashboard/devices">
        <QuickText icon="smartphone" text="Devices signed in" />
      </AppLink>
      <button type="button" onClick={signOut}>
        <QuickText icon="log-out" text="Sign out" />
      </button>
    </nav>
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
