import type { OpenSession } from '@jhatpat/shared/contracts/accounts.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Icon, type IconName } from '@jhatpat/shared/ui/icons/icon.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { deviceName } from './device-name.ts'

type DeviceRowProps = { device: OpenSession; busy: boolean; onEnd: () => void }

/** One place where one is signed in. The one at hand has no button: Sign out ends it. */
export function DeviceRow({ device, busy, onEnd }: DeviceRowProps) {
  const name = deviceName(device)
  return (
    <li className={device.isThisOne ? 'here' : undefined}>
      <span className="glyph">
        <Icon name={glyphOf(device.device)} />
      </span>
      <div className="grow">
        <p className="row wrap device-n">
          <span className="b">{name}</span>
          {device.isThisOne && (
            <span className="st st-completed">
              <Icon name="check" />
              This device
            </span>
          )}
        </p>
        <p className="xs t2">
          {device.address && `${device.address} · `}
          {device.isThisOne ? (
            'in use now'
          ) : (
            <>
              used <TimeText at={device.lastUsedAt} as="ago" />
            </>
          )}
        </p>
      </div>
      {!device.isThisOne && (
        <Button size="sm" busy={busy} busyText="Signing out" onClick={onEnd}>
          Sign out<span className="sr"> {name}</span>
        </Button>
      )}
    </li>
  )
}

function glyphOf(device: string): IconName {
  return /Windows|Mac|Linux/.test(device) ? 'laptop' : 'smartphone'
}
