import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { PageState } from './page-state.tsx'
import { usePageLanguage } from './texts/page-language.tsx'
import { t } from './texts/translate.ts'

type OfflineStateProps = {
  /** The page is being fetched right now. */
  busy?: boolean | undefined
  onTry: () => void
  more?: ReactNode
}

/** Replaces a page that needs the network; the page loads by itself once it is back. */
export function OfflineState({ busy = false, onTry, more }: OfflineStateProps) {
  const speak = usePageLanguage()
  return speak(() => (
    <PageState
      spot="offline"
      title={t('You’re offline')}
      role="status"
      actions={
        <>
          <Button icon="refresh-cw" busy={busy} busyText={t('Retrying…')} onClick={onTry}>
            {t('Try again')}
          </Button>
          {more}
        </>
      }
    >
      {t('Jhatpat reopens automatically when you’re back online. Your orders continue while you’re offline.')}
    </PageState>
  ))
}
