import { useSyncExternalStore } from 'react'
import type { Hindi } from './hindi/hindi.ts'

/** A text of ours, in English as on the screens. A text without its Hindi in `hindi/` fails to compile. */
export type AnyText = keyof Hindi
/** A text without places to fill. */
export type Text = Exclude<AnyText, `${string}{${string}}${string}`>

export type Language = 'en' | 'hi'

/** A language other than English: its texts by the English ones, and its format of a time of day. */
type Dictionary = {
  texts: Readonly<Record<string, string>>
  /** @param hour 0 to 23 @param clock the time as `9:12` */
  clock: (hour: number, clock: string) => string
}

type Names<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
/** The values for a text's `{places}`; none if it has none. */
export type Places<T, Value> = [Names<T>] extends [never] ? [] : [values: Record<Names<T>, Value>]

let spoken: Language = 'en'
let dictionary: Dictionary | undefined
const listeners = new Set<() => void>()

/** Changes the language of all later renders. English needs no dictionary. */
export function setLanguage(language: Language, other?: Dictionary): void {
  spoken = language
  dictionary = other
  for (const listener of listeners) listener()
}

/** Runs `write` with all texts in English. */
export function inEnglish<T>(write: () => T): T {
  const current = dictionary
  const word = spoken
  dictionary = undefined
  spoken = 'en'
  try {
    return write()
  } finally {
    dictionary = current
    spoken = word
  }
}

export const language = (): Language => spoken

/** @returns a function that removes the listener */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * A text in the current language with its `{places}` filled: `t('{n} of {total} packs delivered', { n, total
 * })`. Call it while rendering: a text stored in a module constant would not follow a change of the language.
 */
export function t<T extends AnyText>(text: T, ...[values]: Places<T, string | number>): string {
  const translated = plainText(text)
  return values
    ? translated.replace(/\{(\w+)\}/g, (_, name) => String((values as Record<string, string | number>)[name]))
    : translated
}

/** A text from the server or from storage, in English: translated if the table has it, else unchanged. */
export function plainText(text: string): string {
  return dictionary?.texts[text] ?? text
}

type CountText = Extract<AnyText, `${string}{n}${string}`>

/** The text for a count, whose `{n}` it fills: `counted(2, '{n} minute', '{n} minutes')`. */
export function counted(n: number, one: CountText, more: CountText): string {
  // Both languages have these two forms; Hindi uses the first for zero as well.
  const text = n === 1 || (n === 0 && spoken === 'hi') ? one : more
  return plainText(text).replace('{n}', String(n))
}

/** A time of day in this hour, `9:12`: `9:12 pm`, रात 9:12. */
export function clockText(hour: number, clock: string): string {
  return dictionary?.clock(hour, clock) ?? `${clock} ${hour < 12 ? 'am' : 'pm'}`
}

/** The current language. An app's root uses it, so that the whole app renders again when it changes. */
export const useLanguage = (): Language => useSyncExternalStore(onLanguage, language, language)
