import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { rich } from '@jhatpat/shared/ui/texts/rich.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'

/** What one can count on; figures only where they are measured. */
export function Facts() {
  return (
    <ul className="facts">
      <li>
        <Icon name="zap" />
        <span>{rich('{fact} and the order starts by itself', { fact: <b>{t('UPI or wallet')}</b> })}</span>
      </li>
      <li>
        <Icon name="eye" />
        <span>{rich('{fact} from payment to delivery', { fact: <b>{t('Every step shown')}</b> })}</span>
      </li>
      <li>
        <Icon name="undo-2" />
        <span>{rich('{fact} The money goes to your wallet', { fact: <b>{t('Can’t deliver?')}</b> })}</span>
      </li>
    </ul>
  )
}
