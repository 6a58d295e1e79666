import { clockTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { hindiClock } from '@jhatpat/shared/ui/texts/hindi/hindi-clock.ts'

type Props = { en: string; hi: string; nextUpdateAt: string | number; isReleased?: boolean }

/** The strip as customers read it, in both languages; the shop adds the second sentence itself. */
export function ShownMessage({ en, hi, nextUpdateAt, isReleased = false }: Props) {
  const more = isReleased
    ? { en: 'Waiting orders go out now, the oldest first.', hi: 'इंतज़ार वाले ऑर्डर अब जा रहे हैं, सबसे पुराना पहले।' }
    : {
        en: `News by ${clockTime(nextUpdateAt)}.`,
        hi: `अगली खबर ${clockTime(nextUpdateAt, { write: hindiClock })} तक।`,
      }
  return (
    <div className="incident-stack">
      {(['en', 'hi'] as const).map((language) => (
        <p key={language} className="offline incident-shown" lang={language}>
          <Icon name="triangle-alert" />
          <span>
            {language === 'en' ? en : hi} {more[language]}
          </span>
        </p>
      ))}
    </div>
  )
}
