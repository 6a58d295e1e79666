import type { OwnErasure } from '@jhatpat/shared/contracts/erasure.ts'
import type { ErasureObstacleKind } from '@jhatpat/shared/contracts/erasure-obstacles.ts'
import { erasureObstacleTexts } from '@jhatpat/shared/contracts/erasure-texts.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { dayTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { plainText, type Text, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { brand } from '../../lib/brand.ts'
import { MembersOnly } from '../../lib/members-only.tsx'
import { ListSkeleton } from '../../lib/table-skeleton.tsx'
import { DeletionForm } from './deletion-form.tsx'
import { useKeepAccount, useOwnErasure } from './use-account-deletion.tsx'

/** What deleting the account does, what has to be ended first, and the request. */
export default function DeleteAccountScreen() {
  return (
    <main className="shell reading">
      <title>{`${t('Delete my account')} · ${brand.name}`}</title>
      <MembersOnly>
        <DeleteAccount />
      </MembersOnly>
    </main>
  )
}

function DeleteAccount() {
  const { data, error, refetch } = useOwnErasure()
  return (
    <>
      <AppLink className="row sm t2 back-to" href="/dashboard">
        <Icon name="chevron-left" size="sm" />
        {t('Profile')}
      </AppLink>
      <h1 className="d1 page-h">{t('Delete my account')}</h1>
      {data ? (
        <div className="stack stack-4">
          {data.state !== 'none' && <Requested own={data} />}
          <Effects />
          {data.state === 'none' &&
            (data.obstacles.length > 0 ? (
              <Obstacles obstacles={data.obstacles} />
            ) : (
              <DeletionForm contacts={data.contacts} />
            ))}
        </div>
      ) : error ? (
        <Empty
          spot="offline"
          title={plainText(error.message)}
          role="alert"
          action={<Button onClick={() => refetch()}>{t('Try again')}</Button>}
        >
          {t('We couldn’t check your account. Nothing was changed.')}
        </Empty>
      ) : (
        <ListSkeleton />
      )}
    </>
  )
}

function Requested({ own: { state, from } }: { own: OwnErasure }) {
  const keeping = useKeepAccount()
  const time = from ? dayTime(from) : ''
  return (
    <InlineMessage kind="warn" role="status" title={t('Your account will be deleted')}>
      <p>
        {state === 'requested'
          ? t('Our team has to confirm it. Nothing is deleted before {time}.', { time })
          : t('It’ll be deleted after {time}. Until then you can use it as before.', { time })}
      </p>
      {keeping.error && (
        <p className="bad-text sm" role="alert">
          {plainText(keeping.error.message)}
        </p>
      )}
      <p className="deletion-keep">
        <Button size="sm" busy={keeping.isPending} busyText={t('Saving')} onClick={() => keeping.mutate()}>
          {t('Keep my account')}
        </Button>
      </p>
    </InlineMessage>
  )
}

const deleted = [
  'Your name, mobile number and email',
  'Player IDs and usernames in your orders',
  'Codes, tickets and messages in your orders',
  'Devices, notifications and your password',
] as const satisfies Text[]

const kept = [
  'Orders, payments and refunds, without your name and contacts: tax law requires them',
  'Our record of what our team changed in your account, which can’t be altered',
] as const satisfies Text[]

function Effects() {
  return (
    <section className="panel deletion-effects" aria-label={t('What happens')}>
      <div>
        <h2 className="d3">{t('What is deleted')}</h2>
        <ul className="t2">
          {deleted.map((text) => (
            <li key={text}>{t(text)}</li>
          ))}
        </ul>
      </div>
      <div>
        <h2 className="d3">{t('What stays')}</h2>
        <ul className="t2">
          {kept.map((text) => (
            <li key={text}>{t(text)}</li>
          ))}
        </ul>
      </div>
      <p className="sm t2">
        {t(
          'Our team confirms it, and nothing is deleted for 3 days, in which you can cancel. After that it can’t be undone. Your mobile number and email can be used for a new account.',
        )}
      </p>
    </section>
  )
}

/** Where each can be ended. */
const links: Partial<Record<ErasureObstacleKind, { href: string; text: Text }>> = {
  open_orders: { href: '/orders', text: 'My Orders' },
  open_tickets: { href: '/orders', text: 'My Orders' },
  open_top_ups: { href: '/wallet', text: 'View Wallet' },
  open_discrepancies: { href: '/wallet', text: 'View Wallet' },
  balance: { href: '/home', text: 'Browse games' },
  points: { href: '/redeem', text: 'Redeem' },
}

function Obstacles({ obstacles }: Pick<OwnErasure, 'obstacles'>) {
  return (
    <section className="panel" aria-labelledby="deletion-first">
      <h2 className="d3" id="deletion-first">
        {t('End these first')}
      </h2>
      <ul className="deletion-obstacles">
        {obstacles.map(({ kind, amount }) => {
          const link = links[kind]
          return (
            <li key={kind}>
              <div className="grow">
                <b>{plainText(erasureObstacleTexts[kind].title)}</b>
                {amount !== undefined && (
                  <>
                    {' '}
                    <Money rupees={amount} />
                  </>
                )}
                <p className="sm t2">{plainText(erasureObstacleTexts[kind].how)}</p>
              </div>
              {link && (
                <AppLink className="link sm" href={link.href}>
                  {t(link.text)}
                </AppLink>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
