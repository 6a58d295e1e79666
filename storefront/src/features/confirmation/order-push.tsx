import { userAtom } from '@jhatpat/shared/browser/session.ts'
import { spotUrl } from '@jhatpat/shared/ui/art.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { Note } from '@jhatpat/shared/ui/note.tsx'
import { rich } from '@jhatpat/shared/ui/texts/rich.tsx'
import { t } from '@jhatpat/shared/ui/texts/say.ts'
import { useAtomValue } from 'jotai'
import type { usePush } from '../../lib/push/use-push.ts'

type OrderPushProps = {
  push: ReturnType<typeof usePush>
  /** Whether somebody has answered here. */
  asked: boolean
  onAnswer: () => void
}

/** Offers news of orders on this device; who refused is not asked again. */
export function OrderPush({ push, asked, onAnswer }: OrderPushProps) {
  const { pushState, busy, turnOn, refuse } = push
  const email = useAtomValue(userAtom)?.email
  if (asked && pushState === 'on') {
    return (
      <Note kind="ok" icon="bell" role="status" title={t('Notifications are on')}>
        {rich('For this device. Turn them off any time under {devices}.', {
          devices: (
            <AppLink className="link" href="/dashboard/devices">
              {t('Devices')}
            </AppLink>
          ),
        })}
      </Note>
    )
  }
  if (asked && pushState === 'blocked') {
    return (
      <Note kind="warn" icon="bell" role="status" title={t('Your browser blocks them')}>
        {t('Tap the lock beside the address, then Notifications, Allow. Until then we write to {email}.', {
          email: email ?? '',
        })}
      </Note>
    )
  }
  if (pushState !== 'off') return null
  return (
    <section className="panel askp" aria-labelledby="ask-push">
      <img src={spotUrl('bell')} alt="" width="72" height="72" />
      <h2 className="d4" id="ask-push">
        {t('Know it the second it arrives?')}
      </h2>
      <p className="t2 sm">
        {t('We tell you when an order is delivered or its money comes back. Nothing else.')}
      </p>
      <div className="row wrap">
        <Button
          icon="bell"
          busy={busy}
          busyText={t('One moment')}
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
