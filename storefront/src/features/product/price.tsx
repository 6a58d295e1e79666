import { Money } from '@jhatpat/shared/ui/money.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'

/** What is paid, in rupees; beside it, struck out, what it was before it changed under the customer's hand. */
export function Price({ rupees, was }: { rupees: number; was: number | undefined }) {
  if (was === undefined) return <Money rupees={rupees} />
  return (
    <span className="nowrap">
      <s className="previous-price">
        <span className="visually-hidden">{t('It was ')}</span>
        <Money rupees={was} />
      </s>{' '}
      <Money rupees={rupees} />
    </span>
  )
}
