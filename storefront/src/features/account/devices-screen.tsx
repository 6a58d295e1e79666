import type { OpenSession } from '@jhatpat/shared/contracts/accounts.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { Switch } from '@jhatpat/shared/ui/switch.tsx'
import { rich } from '@jhatpat/shared/ui/texts/rich.tsx'
import { plainText, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { MembersOnly } from '../../lib/members-only.tsx'
import { usePush } from '../../lib/push/use-push.ts'
import { ListSkeleton } from '../../lib/table-skeleton.tsx'
import { DeviceRow } from './device-row.tsx'
import { useDevices } from './use-devices.ts'

/** The devices with an open session, and how to end their sessions. */
export default function DevicesScreen() {
  return (
    <main className="shell reading">
      <title>{t('Logged-in devices · Jhatpat')}</title>
      <MembersOnly>
        <Devices />
      </MembersOnly>
    </main>
  )
}

function Devices() {
  const { devices, error, refetch, end, endOthers, ending } = useDevices()
  const thisDevice = devices?.find(({ isThisOne }) => isThisOne)
  return (
    <>
      <AppLink className="row sm t2 back-to" href="/dashboard">
        <Icon name="chevron-left" size="sm" />
        {t('Profile')}
      </AppLink>
      <h1 className="d1">{t('Logged-in devices')}</h1>
      <p className="t2 until">
        {thisDevice
          ? rich('You stay logged in for 6 hours (until {time}).', {
              time: (
                <b>
                  <TimeText at={thisDevice.expiresAt} as="clock" />
                </b>
              ),
            })
          : t('You stay logged in for 6 hours.')}
      </p>
      {devices ? (
        <div className="stack stack-4">
          <DeviceList devices={devices} ending={ending} end={end} endOthers={endOthers} />
          <DeviceResult />
        </div>
      ) : error ? (
        <Empty
          spot="offline"
          title={plainText(error.message)}
          role="alert"
          action={<Button onClick={() => refetch()}>{t('Try again')}</Button>}
        >
          {t('Couldn’t load your devices.')}
        </Empty>
      ) : (
        <ListSkeleton />
      )}
    </>
  )
}

type DeviceListProps = Pick<ReturnType<typeof useDevices>, 'ending' | 'end' | 'endOthers'> & {
  devices: readonly OpenSession[]
}

function DeviceList({ devices, ending, end, endOthers }: DeviceListProps) {
  return (
    <section className="panel" aria-label={t('Devices')}>
      <ul className="devices">
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} busy={ending === device.id} onEnd={() => end(device)} />
        ))}
      </ul>
      {devices.length > 1 ? (
        <div className="row wrap devices-end">
          <Button
            variant="bad"
            icon="log-out"
            busy={ending === 'others'}
            busyText={t('Signing out')}
            onClick={endOthers}
          >
            {t('Sign out all other devices')}
          </Button>
          <span className="xs t3">{t('Takes about 2 seconds.')}</span>
        </div>
      ) : (
        <Hint icon="shield-check" className="devices-end">
          {t('Only this device is logged in.')}
        </Hint>
      )}
    </section>
  )
}

/**
 * The switch for order notifications on this device; empty if the shop sends none or the browser supports
 * none.
 */
export function DeviceResult() {
  const { pushState, busy, turnOn, turnOff } = usePush()
  if (pushState === 'none') return null
  const isOn = pushState === 'on'
  return (
    <section className="panel stack stack-3" aria-labelledby="news">
      <h2 className="d3" id="news">
        {t('Notifications')}
      </h2>
      <Switch
        label={t('Order notifications on this device')}
        checked={isOn}
        onChange={() => !busy && pushState !== 'blocked' && (isOn ? turnOff() : turnOn())}
      />
      {pushState === 'blocked' ? (
        <Hint icon="circle-alert">
          {t('Notifications are blocked. Tap the lock icon next to the address, then Notifications → Allow.')}
        </Hint>
      ) : (
        <p className="xs t2">{t('For deliveries, refunds and payment issues. Off when you sign out.')}</p>
      )}
    </section>
  )
}
