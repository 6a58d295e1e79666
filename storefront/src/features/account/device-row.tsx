import type { OpenSession } from '@jhatpat/shared/contracts/accounts.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Icon, Outline } from '@jhatpat/shared/ui/icons/icon.tsx'
import { rich } from '@jhatpat/shared/ui/texts/rich.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { deviceName } from './device-name.ts'

type DeviceRowProps = { device: OpenSession; busy: boolean; onEnd: () => void }

/** A session of the account on a device. The current one has no button: Sign out ends it. */
export function DeviceRow({ device, busy, onEnd }: DeviceRowProps) {
  const name = deviceName(device)
  return (
    <li className={device.isThisOne ? 'here' : undefined}>
      <span className="glyph">
        {isComputer(device.device) ? <Outline path={laptop} /> : <Icon name="smartphone" />}
      </span>
      <div className="grow">
        <p className="row wrap device-n">
          <span className="b">{name}</span>
          {device.isThisOne && (
            <span className="st st-completed">
              <Icon name="check" />
              {t('This device')}
            </span>
          )}
        </p>
        <p className="xs t2">
          {device.address && `${device.address} · `}
          {device.isThisOne
            ? t('Active now')
            : rich('Last used {ago}', { ago: <TimeText at={device.lastUsedAt} as="ago" /> })}
        </p>
      </div>
      {!device.isThisOne && (
        <Button size="sm" busy={busy} busyText={t('Signing out')} onClick={onEnd}>
          {t('Sign out')}
          <span className="visually-hidden"> {name}</span>
        </Button>
      )}
    </li>
  )
}

function isComputer(device: string): boolean {
  return /Windows|Mac|Linux/.test(device)
}

const laptop =
  'M18 5a2 2 0 0 1 2 2v8.526a2 2 0 0 0 .212.897l1.068 2.127a1 1 0 0 1-.9 1.45H3.62a1 1 0 0 1-.9-1.45l1.068-2.127A2 2 0 0 0 4 15.526V7a2 2 0 0 1 2-2zM20.054 15.987H3.946'
