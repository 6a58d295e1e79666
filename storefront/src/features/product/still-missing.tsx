import { Note } from '@jhatpat/shared/ui/note.tsx'
import { t } from '@jhatpat/shared/ui/texts/say.ts'
import { type Gap, listOfGaps } from './gaps.ts'

/** Why BUY NOW did nothing; what is filled in meanwhile is left out. */
export function StillMissing({ gaps }: { gaps: readonly Gap[] }) {
  return (
    <div className="tap-note" role="status">
      {gaps.length > 0 && (
        <Note kind="warn" icon="circle-alert">
          {t('Still missing: {list}.', { list: listOfGaps(gaps) })}
        </Note>
      )}
    </div>
  )
}
