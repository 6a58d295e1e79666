import { clockTime, type Instant } from './format/ist-time.ts'
import { Icon } from './icons/icon.tsx'
import { t } from './texts/translate.ts'

export type OfflineBannerProps = {
  /** No network, or no socket; decided by the app. */
  offline: boolean
  /** Time of the data on the screen. */
  since: Instant
}

/**
 * Across the top while offline: says how old the data is. The region is always present, so that screen
 * readers announce it.
 */
export function OfflineBanner({ offline, since }: OfflineBannerProps) {
  return (
    <div role="status" className="offline-strip">
      {offline && (
        <div className="offline">
          <div className="shell">
            <Icon name="wifi-off" />
            <span>
              {t('You’re offline. Showing data from {time}; it updates automatically.', {
                time: clockTime(since),
              })}
            </span>
          </div>
        </div>
      )}
    </div>
  )
}
