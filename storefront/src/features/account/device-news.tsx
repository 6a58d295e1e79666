import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { Switch } from '@jhatpat/shared/ui/switch.tsx'
import { usePush } from '../../lib/push/use-push.ts'

/** The switch for news of orders on this device; nothing where the shop sends none or the browser shows none. */
export function DeviceResult() {
  const { pushState, busy, turnOn, turnOff } = usePush()
  if (pushState === 'none') return null
  const isOn = pushState === 'on'
  return (
    <section className="panel stack stack-3" aria-labelledby="news">
      <h2 className="d3" id="news">
        Notifications
      </h2>
      <Switch
        label="Order news on this device"
        checked={isOn}
        onChange={() => !busy && pushState !== 'blocked' && (isOn ? turnOff() : turnOn())}
      />
      {pushState === 'blocked' ? (
        <Hint icon="circle-alert">
          Your browser blocks them. Tap the lock beside the address, then Notifications, Allow.
        </Hint>
      ) : (
        <p className="xs t2">Delivered, refunded, or wrongly paid. It ends when you sign out here.</p>
      )}
    </section>
  )
}
