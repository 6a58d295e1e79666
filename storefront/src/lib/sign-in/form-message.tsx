import { InlineMessage, type MessageKind } from '@jhatpat/shared/ui/inline-message.tsx'
import type { ReactNode } from 'react'

export type FormMessageContent = { kind: MessageKind; title: ReactNode; text?: ReactNode }

type FormMessageProps = {
  message: FormMessageContent | undefined
  /** What stands there while nothing is said. */
  children?: ReactNode
}

/** What came of the button above it. Its room is held, so that nothing moves under a finger when it speaks. */
export function FormMessage({ message, children }: FormMessageProps) {
  return (
    <div className="form-message">
      {message ? (
        <InlineMessage
          kind={message.kind}
          title={message.title}
          role={message.kind === 'ok' ? 'status' : 'alert'}
        >
          {message.text}
        </InlineMessage>
      ) : (
        children
      )}
    </div>
  )
}
