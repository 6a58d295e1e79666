import { InlineMessage, type MessageKind } from '@jhatpat/shared/ui/inline-message.tsx'
import type { ReactNode } from 'react'

export type FormMessageContent = { kind: MessageKind; title: ReactNode; text?: ReactNode }

type FormMessageProps = {
  message: FormMessageContent | undefined
  /** Shown while there is no message. */
  children?: ReactNode
}

/**
 * The result of the button above it. Its room is reserved, so that nothing moves under a finger when it
 * appears.
 */
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
