import type { Reveal } from '@jhatpat/shared/contracts/vault.ts'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'

const most = 5

/** Who looked and when, the latest first: a stranger's device would stand out. */
export function RevealList({ looks, names }: { looks: readonly Reveal[]; names: readonly string[] }) {
  return (
    <div className="looks xs t2">
      <h3 className="label">{t('Who looked and when')}</h3>
      <ul>
        {looks.slice(0, most).map(({ at, secret, label, device, address }) => (
          <li key={`${at} ${secret}`}>
            <TimeText at={at} />
            <span>{[names[secret] ?? label, device, address].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
