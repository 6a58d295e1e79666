import { createContext, type ReactNode, useContext } from 'react'
import { inEnglish } from './translate.ts'

const EnglishContext = createContext(false)

/** A page that exists in English only: it says so to readers of other languages, and all its texts are English. */
export function EnglishPage({ children }: { children: ReactNode }) {
  return (
    <EnglishContext value={true}>
      <div lang="en" className="in-english">
        {children}
      </div>
    </EnglishContext>
  )
}

/**
 * Writes texts in the language of the page around: `speak(() => t('Close'))`. For what is shown on pages in
 * the current language and on pages in English only.
 */
export function usePageLanguage(): <T>(write: () => T) => T {
  return useContext(EnglishContext) ? inEnglish : inCurrent
}

const inCurrent = <T,>(write: () => T): T => write()
