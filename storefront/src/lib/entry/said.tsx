import { Note, type NoteKind } from '@jhatpat/shared/ui/note.tsx'
import type { ReactNode } from 'react'

export type Saying = { kind: NoteKind; title: ReactNode; text?: ReactNode }

type SaidProps = {
  saying: Saying | undefined
  /** What stands there while nothing is said. */
  children?: ReactNode
}

/** What came of the button above it. Its room is held, so that nothing moves under a finger when it speaks. */
export function Said({ saying, children }: SaidProps) {
  return (
    <div className="said">
      {saying ? (
        <Note kind={saying.kind} title={saying.title} role={saying.kind === 'ok' ? 'status' : 'alert'}>
          {saying.text}
        </Note>
      ) : (
        children
      )}
    </div>
  )
}
