import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { type MissingField, missingFieldsText } from './missing-fields.ts'

/** Why BUY NOW did nothing; what is filled in meanwhile is left out. */
export function MissingFields({ gaps }: { gaps: readonly MissingField[] }) {
  return (
    <div className="intent-status" role="status">
      {gaps.length > 0 && (
        <InlineMessage kind="warn" icon="circle-alert">
          {t('Still missing: {list}.', { list: missingFieldsText(gaps) })}
        </InlineMessage>
      )}
    </div>
  )
}
