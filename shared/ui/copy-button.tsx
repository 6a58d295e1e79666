import { useEffect, useState } from 'react'
import { Icon } from './icons/icon.tsx'
import { usePageLanguage } from './texts/page-language.tsx'
import { t } from './texts/translate.ts'

const shownMs = 1500

/** Copies `text`; shows a tick and "Copied" for a moment, or an error. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const speak = usePageLanguage()
  const [state, setState] = useState<'rest' | 'copied' | 'failed'>('rest')
  useEffect(() => {
    if (state === 'rest') return
    const timer = setTimeout(() => setState('rest'), shownMs)
    return () => clearTimeout(timer)
  }, [state])
  const copy = async () => setState((await copyText(text)) ? 'copied' : 'failed')
  return (
    <>
      <button
        type="button"
        className={`cp${state === 'copied' ? ' done' : ''}`}
        aria-label={label ?? speak(() => t('Copy {text}', { text }))}
        onClick={copy}
      >
        <Icon name={state === 'copied' ? 'check' : state === 'failed' ? 'circle-x' : 'copy'} size="sm" />
      </button>
      <span className="visually-hidden" role="status">
        {speak(() => (state === 'copied' ? t('Copied') : state === 'failed' ? t('Could not copy') : ''))}
      </span>
    </>
  )
}

/** @returns whether the browser allowed it */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
