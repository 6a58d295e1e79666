import { Money } from '@jhatpat/shared/ui/money.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'

/** The price in rupees; next to it, crossed out, the price before it changed while the page was open. */
export function Price({ rupees, previous }: { rupees: number; previous: number | undefined }) {
  if (previous === undefined) return <Money rupees={rupees} />
  return (
    <span className="nowrap">
      <s className="previous-price">
        <span className="visually-hidden">{t('Earlier price ')}</span>
        <Money rupees={previous} />
      </s>{' '}
      <Money rupees={rupees} />
    </span>
  )
}
