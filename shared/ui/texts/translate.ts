import { useSyncExternalStore } from 'react'
import type { Hindi } from './hindi/hindi.ts'

/**
 * A text of ours, in English as the screens have it. Every one has its Hindi in `hindi/`: one that has none does not
 * compile.
 */
export type AnyText = keyof Hindi
/** One without places to fill. */
export type Text = Exclude<AnyText, `${string}{${string}}${string}`>

export type Language = 'en' | 'hi'

/** Another language than English: its texts by the English ones, and how it writes a time of the day. */
type Dictionary = {
  texts: Readonly<Record<string, string>>
  /** @param hour 0 to 23 @param clock the time as `9:12` */
  clock: (hour: number, clock: string) => string
}

type Names<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
/** What a text's `{places}` are filled with: nothing where it has none. */
export type Places<T, Value> = [Names<T>] extends [never] ? [] : [values: Record<Names<T>, Value>]

let spoken: Language = 'en'
let dictionary: Dictionary | undefined
const listeners = new Set<() => void>()

/** Changes the language of everything that is drawn from now on. English needs no dictionary. */
export function setLanguage(language: Language, other?: Dictionary): void {
  spoken = language
  dictionary = other
  for (const tell of listeners) tell()
}

export const language = (): Language => spoken

/** @returns takes the listener away again */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * A text in the language of now, its `{places}` filled: `t('{n} of {total} packs arrived', { n, total })`. Call it while
 * drawing: what a module keeps from its start would stay in the language of then.
 */
export function t<T extends AnyText>(text: T, ...[values]: Places<T, string | number>): string {
  const said = plainText(text)
  return values
    ? said.replace(/\{(\w+)\}/g, (_, name) => String((values as Record<string, string | number>)[name]))
    : said
}

/** A text that the server wrote, or that was kept in English: as the table has it, else as it stands. */
export function plainText(text: string): string {
  return dictionary?.texts[text] ?? text
}

type CountText = Extract<AnyText, `${string}{n}${string}`>

/** The text for a count, whose `{n}` it fills: `counted(2, '{n} minute', '{n} minutes')`. */
export function counted(n: number, one: CountText, more: CountText): string {
  // Both languages have these two forms; Hindi takes the first for none as well.
  const text = n === 1 || (n === 0 && spoken === 'hi') ? one : more
  return plainText(text).replace('{n}', String(n))
}

/** A time of the day, `9:12` of this hour: `9:12 pm`, रात 9:12. */
export function clockText(hour: number, clock: string): string {
  return dictionary?.clock(hour, clock) ?? `${clock} ${hour < 12 ? 'am' : 'pm'}`
}

/** The language of now. An app's root uses it, so that all of the app is drawn anew when it changes. */
export const useLanguage = (): Language => useSyncExternalStore(onLanguage, language, language)
