import { Money } from '@jhatpat/shared/ui/money.tsx'
import { t } from '@jhatpat/shared/ui/texts/say.ts'

/** What is paid, in rupees; beside it, struck out, what it was before it changed under the customer's hand. */
export function Price({ rupees, was }: { rupees: number; was: number | undefined }) {
  if (was === undefined) return <Money rupees={rupees} />
  return (
    <span className="nw">
      <s className="was-seen">
        <span className="sr">{t('It was ')}</span>
        <Money rupees={was} />
      </s>{' '}
      <Money rupees={rupees} />
    </span>
  )
}
