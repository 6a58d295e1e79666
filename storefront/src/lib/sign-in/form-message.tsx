import { InlineMessage, type MessageKind } from '@jhatpat/shared/ui/inline-message.tsx'
import { usePageLanguage } from '@jhatpat/shared/ui/texts/page-language.tsx'
import { plainText } from '@jhatpat/shared/ui/texts/translate.ts'
import type { ReactNode } from 'react'

export type FormMessageContent = { kind: MessageKind; title: ReactNode; text?: ReactNode }

type FormMessageProps = {
  message: FormMessageContent | undefined
  /** Shown while there is no message. */
  children?: ReactNode
}

/**
 * The result of the button above it, in the page's language. Its room is reserved, so that nothing moves under a finger when it
 * appears.
 */
export function FormMessage({ message, children }: FormMessageProps) {
  const speak = usePageLanguage()
  const translated = (text: ReactNode) => (typeof text === 'string' ? speak(() => plainText(text)) : text)
  return (
    <div className="form-message">
      {message ? (
        <InlineMessage
          kind={message.kind}
          title={translated(message.title)}
          role={message.kind === 'ok' ? 'status' : 'alert'}
        >
          {translated(message.text)}
        </InlineMessage>
      ) : (
        children
      )}
    </div>
  )
}
