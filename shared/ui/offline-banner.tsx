import { clockTime, type Instant } from './format/ist-time.ts'
import { Icon } from './icons/icon.tsx'
import { t } from './texts/translate.ts'

export type OfflineBannerProps = {
  /** No network, or no socket; decided by the app. */
  offline: boolean
  /** From when the data on the screen is. */
  since: Instant
}

/** Across the top while offline: says from when the picture is. The region is always there, to be read aloud. */
export function OfflineBanner({ offline, since }: OfflineBannerProps) {
  return (
    <div role="status">
      {offline && (
        <div className="offline">
          <div className="shell">
            <Icon name="wifi-off" />
            <span>
              {t('You are offline. What you see is from {time}; it is brought up to date by itself.', {
                time: clockTime(since),
              })}
            </span>
          </div>
        </div>
      )}
    </div>
  )
}
