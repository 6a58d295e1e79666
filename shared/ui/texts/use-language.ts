import { useSyncExternalStore } from 'react'
import { type Language, language, onLanguage } from './translate.ts'

/** The language of now. An app's root uses it, so that all of the app is drawn anew when it changes. */
export const useLanguage = (): Language => useSyncExternalStore(onLanguage, language, language)
