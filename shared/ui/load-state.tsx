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
          busyText={t('Trying')}
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
            {t('Load again')}
          </Button>
          {more}
        </>
      }
    >
      {t(
        'This page stopped in your browser. What you ordered is not lost: its page says where it is, and where your money is.',
      )}
    </PageState>
  ))
}

const unchanged: Text = 'Nothing that you ordered or paid is changed by it.'
const texts: Record<ImportState | 'offline' | 'broken', Text> = {
  trying: 'The network failed while it was on its way. We ask for it again by ourselves.',
  waiting: 'The network failed while it was on its way. We ask for it again by ourselves.',
  over: 'The network failed while it was on its way, again and again.',
  gone: 'We loaded the shop anew for it, and it still does not come.',
  offline: 'You are offline. It comes by itself as soon as you are back.',
  broken: 'It broke in your browser.',
}
