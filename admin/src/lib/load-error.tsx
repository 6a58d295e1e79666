import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { messageOf } from './message-of.ts'

/** A list that could not be loaded: the specification's text, and a retry button. */
export function LoadError({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  return (
    <Empty
      spot="offline"
      title={`Error: ${messageOf(error)}`}
      role="alert"
      action={
        <Button icon="refresh-cw" onClick={() => onRetry()}>
          Try again
        </Button>
      }
    >
      Nothing was changed. Retrying automatically.
    </Empty>
  )
}
