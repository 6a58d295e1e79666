import { Note } from '@jhatpat/shared/ui/note.tsx'
import { type Gap, listOfGaps } from './gaps.ts'

/** Why BUY NOW did nothing; what is filled in meanwhile is left out. */
export function StillMissing({ gaps }: { gaps: readonly Gap[] }) {
  return (
    <div className="tap-note" role="status">
      {gaps.length > 0 && (
        <Note kind="warn" icon="circle-alert">
          Still missing: {listOfGaps(gaps)}.
        </Note>
      )}
    </div>
  )
}
