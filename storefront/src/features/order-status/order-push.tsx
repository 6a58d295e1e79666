import { userAtom } from '@jhatpat/shared/browser/session.ts'
import { illustrationUrl } from '@jhatpat/shared/ui/art.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { rich } from '@jhatpat/shared/ui/texts/rich.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useAtomValue } from 'jotai'
import type { usePush } from '../../lib/push/use-push.ts'

type OrderPushProps = {
  push: ReturnType<typeof usePush>
  /** Whether the offer was answered during this visit. */
  answered: boolean
  onAnswer: () => void
}

/** Offers order notifications on this device; after a refusal they are not offered again. */
export function OrderPush({ push, answered, onAnswer }: OrderPushProps) {
  const { pushState, busy, turnOn, refuse } = push
  const email = useAtomValue(userAtom)?.email
  if (answered && pushState === 'on') {
    return (
      <InlineMessage kind="ok" icon="bell" role="status" title={t('Notifications are on')}>
        {rich('For this device. Turn off anytime in {devices}.', {
          devices: (
            <AppLink className="link" href="/dashboard/devices">
              {t('Devices')}
            </AppLink>
          ),
        })}
      </InlineMessage>
    )
  }
  if (answered && pushState === 'blocked') {
    return (
      <InlineMessage kind="warn" icon="bell" role="status" title={t('Notifications are blocked')}>
        {t(
          'Tap the lock icon next to the address, then Notifications → Allow. Until then we’ll email {email}.',
          {
            email: email ?? '',
          },
        )}
      </InlineMessage>
    )
  }
  if (pushState !== 'off') return null
  return (
    <section className="panel push-prompt" aria-labelledby="ask-push">
      <img src={illustrationUrl('bell')} alt="" width="72" height="72" />
      <h2 className="d4" id="ask-push">
        {t('Get notified on delivery?')}
      </h2>
      <p className="t2 sm">{t('Only for deliveries and refunds. No promotions.')}</p>
      <div className="row wrap">
        <Button
          icon="bell"
          busy={busy}
          busyText={t('Please wait…')}
          onClick={() => {
            onAnswer()
            turnOn()
          }}
        >
          {t('Turn on')}
        </Button>
        <Button
          variant="quiet"
          disabled={busy}
          onClick={() => {
            onAnswer()
            refuse()
          }}
        >
          {t('Not now')}
        </Button>
      </div>
    </section>
  )
}
