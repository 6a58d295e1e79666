import { Button } from '@jhatpat/shared/ui/button.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import type { ReactNode } from 'react'
import { LoadError } from './load-error.tsx'
import { messageOf } from './message-of.ts'
import { WaitRows } from './wait-rows.tsx'

type Props<Data> = {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown }
  children: (data: Data) => ReactNode
}

/** A section with its own loading and error states; data fetched before stays, marked as outdated. */
export function QuerySection<Data>({ query: { data, error, refetch }, children }: Props<Data>) {
  if (data === undefined) {
    if (error) return <LoadError error={error} onRetry={refetch} />
    return <WaitRows rows={3} height={64} />
  }
  return (
    <>
      {error !== null && error !== undefined && (
        <InlineMessage kind="bad" title={`Error: ${messageOf(error)}`} role="alert">
          <span>Showing the last loaded data. </span>
          <Button size="sm" onClick={() => refetch()}>
            Try again
          </Button>
        </InlineMessage>
      )}
      {children(data)}
    </>
  )
}
