import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Empty } from './empty.tsx'
import { NotLoaded } from './lazy-component.tsx'
import { OfflineState } from './offline-state.tsx'
import { PageState } from './page-state.tsx'
import { usePageLanguage } from './texts/page-language.tsx'
import { type Text, t } from './texts/translate.ts'
import { useOnline } from './use-online.ts'
import { type ImportState, useRetryingImport } from './use-retrying-import.ts'

export type LoadStateOptions = {
  /** The class of the page's `main`, which the missing component would have set. */
  main?: string
  /** Shown instead of the message, for a component that the page can do without. */
  quiet?: ReactNode
  /** A further link, next to the button of a whole page. */
  more?: ReactNode
}
type LoadStateProps = LoadStateOptions & { error: unknown; onLoaded: () => void }

/** Replaces a component that failed to load: the reason, the current state, and a retry. */
export function LoadState({ error, main, quiet, more, onLoaded }: LoadStateProps) {
  const missing = error instanceof NotLoaded ? error : undefined
  const { waiting, tryNow } = useRetryingImport(missing, quiet === undefined, onLoaded)
  const online = useOnline()
  const speak = usePageLanguage()
  if (quiet !== undefined) return quiet
  const isTrying = waiting === 'trying'
  if (main && !missing)
    return (
      <main className={main}>
        <Crash more={more} />
      </main>
    )
  if (main && !online) {
    return (
      <main className={main}>
        <OfflineState busy={isTrying} onTry={tryNow} />
      </main>
    )
  }
  const reload = !missing || waiting === 'gone'
  const message = speak(() => (
    <Empty
      spot={missing ? 'offline' : 'sorry'}
      title={missing ? t('This page didn’t load') : t('Something went wrong! Please try again.')}
      role="alert"
      action={
        <Button
          icon="refresh-cw"
          busy={isTrying}
          busyText={t('Retrying…')}
          onClick={() => (reload ? location.reload() : tryNow())}
        >
          {t('Try again')}
        </Button>
      }
    >
      {`${t(missing ? (online ? texts[waiting] : texts.offline) : texts.broken)} ${t(unchanged)}`}
    </Empty>
  ))
  return main ? <main className={main}>{message}</main> : message
}

/** A page that failed to render. Whether it had sent anything is unknown. */
function Crash({ more }: { more: ReactNode }) {
  const speak = usePageLanguage()
  return speak(() => (
    <PageState
      spot="sorry"
      title={t('Something went wrong! Please try again.')}
      role="alert"
      actions={
        <>
          <Button variant="accent" icon="refresh-cw" onClick={() => location.reload()}>
            {t('Reload page')}
          </Button>
          {more}
        </>
      }
    >
      {t('This page stopped working. Your orders and money are not affected; check My Orders.')}
    </PageState>
  ))
}

const unchanged: Text = 'Your orders and payments are not affected.'
const texts: Record<ImportState | 'offline' | 'broken', Text> = {
  trying: 'The connection dropped. Retrying automatically.',
  waiting: 'The connection dropped. Retrying automatically.',
  over: 'The connection keeps dropping. Check your network and try again.',
  gone: 'We reloaded the app and it still didn’t load. Try again in a minute.',
  offline: 'You’re offline. It loads automatically when you’re back online.',
  broken: 'Something went wrong on this page.',
}
