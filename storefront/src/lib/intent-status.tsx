import type { IntentState } from '@jhatpat/shared/browser/intents/use-intent.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { usePageLanguage } from '@jhatpat/shared/ui/texts/page-language.tsx'
import { type Text, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useOnline } from '@jhatpat/shared/ui/use-online.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'

export type IntentTexts = {
  /** What is requested: `order`. */
  object: Text
  /** Shown after a tap while offline. */
  offline: Text
  /** Shown when the answer takes long. */
  slow: Text
  /** The page that shows whether it went through. */
  list: { name: Text; href: string }
}

type IntentStatusProps = {
  button: Pick<IntentState<unknown>, 'progress' | 'retry' | 'stopRetrying'>
  texts: IntentTexts
  /** Shown while no request is under way. */
  children?: ReactNode
}

/** Under a button that orders or pays: the progress of its request, announced as it changes. */
export function IntentStatus({ button, texts, children }: IntentStatusProps) {
  const container = useRef<HTMLDivElement>(null)
  const { progress } = button
  const isAsking = progress.state === 'waiting' || (progress.state === 'sending' && progress.again)
  const isBusy = isAsking && progress.isBusy
  const stage = isAsking ? 'asking' : progress.state
  const lastStage = useRef(stage)
  useEffect(() => {
    if (lastStage.current !== stage && stage !== 'sending')
      container.current?.scrollIntoView?.({ block: 'nearest' })
    lastStage.current = stage
  }, [stage])
  const speak = usePageLanguage()
  return speak(() => (
    <div className="intent-status" role="status" aria-live="polite" ref={container}>
      {isAsking && !isBusy && <Retrying texts={texts} />}
      {isBusy && (
        <InlineMessage kind="warn" icon="refresh-cw">
          {t(
            'The shop is very busy. Nothing was charged. We try again with the same {what} in a few seconds.',
            {
              what: t(texts.object),
            },
          )}
        </InlineMessage>
      )}
      {progress.state === 'sending' && !progress.again && <Slow text={texts.slow} />}
      {progress.state === 'offline' && (
        <InlineMessage kind="warn" icon="wifi-off">
          {t(texts.offline)}
        </InlineMessage>
      )}
      {progress.state === 'unanswered' && (
        <Unanswered about={progress.intent.about} texts={texts} button={button} />
      )}
      {progress.state === 'idle' && children}
    </div>
  ))
}

function Retrying({ texts: { object } }: { texts: IntentTexts }) {
  const online = useOnline()
  const speak = usePageLanguage()
  return speak(() =>
    online ? (
      <InlineMessage kind="warn" icon="refresh-cw">
        {t('No answer yet. Asking again with the same {what}; you will not be charged twice.', {
          what: t(object),
        })}
      </InlineMessage>
    ) : (
      <InlineMessage kind="warn" icon="wifi-off">
        {t(
          'You are offline. We ask again with the same {what} as soon as there is a connection; you will not be charged twice.',
          { what: t(object) },
        )}
      </InlineMessage>
    ),
  )
}

/** An answer that takes longer than this, in ms, is explained. */
const timeoutMs = 3_000

function Slow({ text }: { text: Text }) {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), timeoutMs)
    return () => clearTimeout(timer)
  }, [])
  const speak = usePageLanguage()
  return isLate && <Hint tone="busy">{speak(() => t(text))}</Hint>
}

type UnansweredProps = { about: string; texts: IntentTexts; button: IntentStatusProps['button'] }

function Unanswered({ about, texts: { object, list }, button }: UnansweredProps) {
  const speak = usePageLanguage()
  return speak(() => (
    <InlineMessage kind="bad" icon="wifi-off" title={t('Still no answer about {about}.', { about })}>
      {t(
        'Ask again as often as you like: it is the same {what}, and you will not be charged twice. If it went through, it is in {list}.',
        { what: t(object), list: t(list.name) },
      )}
      <span className="row wrap">
        <Button icon="refresh-cw" onClick={button.retry}>
          {t('Ask again')}
        </Button>
        <ButtonLink href={list.href}>{t(list.name)}</ButtonLink>
        <Button variant="quiet" onClick={button.stopRetrying}>
          {t('Stop asking')}
        </Button>
      </span>
    </InlineMessage>
  ))
}
