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
      {isAsking && !isBusy && <Retrying />}
      {isBusy && (
        <InlineMessage kind="warn" icon="refresh-cw">
          {t(
            'We’re getting a lot of orders. You haven’t been charged. Retrying your {what} in a few seconds.',
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

function Retrying() {
  const online = useOnline()
  const speak = usePageLanguage()
  return speak(() =>
    online ? (
      <InlineMessage kind="warn" icon="refresh-cw">
        {t('No response yet. Retrying, you won’t be charged twice.')}
      </InlineMessage>
    ) : (
      <InlineMessage kind="warn" icon="wifi-off">
        {t('You’re offline. We’ll retry when you’re back online. You won’t be charged twice.')}
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

function Unanswered({ about, texts: { list }, button }: UnansweredProps) {
  const speak = usePageLanguage()
  return speak(() => (
    <InlineMessage kind="bad" icon="wifi-off" title={t('No response about {about} yet.', { about })}>
      {t('Trying again is safe, you won’t be charged twice. If it was placed, you’ll find it in {list}.', {
        list: t(list.name),
      })}
      <span className="row wrap">
        <Button icon="refresh-cw" onClick={button.retry}>
          {t('Try again')}
        </Button>
        <ButtonLink href={list.href}>{t(list.name)}</ButtonLink>
        <Button variant="quiet" onClick={button.stopRetrying}>
          {t('Stop retrying')}
        </Button>
      </span>
    </InlineMessage>
  ))
}
