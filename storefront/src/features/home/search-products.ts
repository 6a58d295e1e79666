import type { Product } from '@jhatpat/shared/contracts/catalogue.ts'
import { consonantsOf, isDevanagari } from './consonants.ts'
import { categoriesFor, searchAliases } from './search-aliases.ts'

/**
 * How well a product matches: the smaller, the better. From `typo` on it shows only without a better match.
 */
const fit = { name: 0, word: 1, nickname: 2, start: 3, inside: 4, typo: 5, partly: 6 } as const

/**
 * The products that match the search text, best first, each once. A name that contains the words ranks above
 * one with a matching alias. Typing errors are forgiven, and words without a match ("top up") ignored, only
 * when nothing else matches.
 */
export function searchProducts(products: readonly Product[], searchText: string): Product[] {
  const words = textsOf(searchText)
  if (words.length === 0) return []
  const once = [...new Map(products.map((product) => [product._id, product])).values()]
  const answers = once
    .flatMap((product) => {
      const fit = fitOf(nameOf(product), words)
      return fit === undefined ? [] : [{ product, fit }]
    })
    .sort((one, other) => one.fit - other.fit)
  const best = answers[0]?.fit
  return answers.filter((one) => one.fit < fit.typo || one.fit === best).map(({ product }) => product)
}

type Name = { words: readonly string[]; joined: string; aliases: readonly string[] }

function nameOf({ name, category }: Product): Name {
  const words = textsOf(name)
  const joined = words.join('')
  const matching = searchAliases.filter(
    ({ title, aliases }) =>
      joined.includes(textsOf(title).join('')) || aliases.some((nickname) => words.includes(nickname)),
  )
  const aliases = matching.flatMap(({ title, aliases }) => [textsOf(title).join(''), ...aliases])
  return { words, joined, aliases: [...aliases, ...(categoriesFor[category] ?? [])] }
}

function fitOf(name: Name, searched: readonly string[]): number | undefined {
  const each = searched.map((word) => fitOfWord(name, word))
  const fits = each.filter((one) => one !== undefined)
  const apart = fits.length === searched.length ? Math.max(...fits) : undefined
  const joined = fitOfJoined(name, searched.join(''))
  const joinedFits = [apart, joined].filter((one) => one !== undefined)
  if (joinedFits.length > 0) return Math.min(...joinedFits)
  const some = searched.some((word, at) => word.length > 1 && (each[at] ?? fit.typo) < fit.typo)
  return some ? fit.partly : undefined
}

function fitOfWord({ words, aliases }: Name, word: string): number | undefined {
  if (isDevanagari(word)) return fitOfSound({ words, aliases }, consonantsOf(word))
  if (words.includes(word)) return fit.word
  if (aliases.includes(word)) return fit.nickname
  const isStart = (one: string) => one.startsWith(word)
  if (words.some(isStart) || (word.length > 3 && aliases.some(isStart))) return fit.start
  return words.some((one) => isFuzzyMatch(word, one)) ? fit.typo : undefined
}

/** A word in Devanagari, by its consonants; one alone could be any word. */
function fitOfSound({ words, aliases }: Pick<Name, 'words' | 'aliases'>, sound: string): number | undefined {
  if (sound.length < 2) return undefined
  if (words.some((one) => consonantsOf(one) === sound)) return fit.word
  if (aliases.some((one) => consonantsOf(one) === sound)) return fit.nickname
  const isStart = (one: string) => sound.length > 2 && consonantsOf(one).startsWith(sound)
  return [...words, ...aliases].some(isStart) ? fit.start : undefined
}

/** Words typed without spaces: 'freefire', 'genshinimpct'. */
function fitOfJoined({ joined, aliases }: Name, text: string): number | undefined {
  if (isDevanagari(text)) return fitOfSound({ words: [joined], aliases: [] }, consonantsOf(text))
  if (joined === text) return fit.name
  if (aliases.includes(text)) return fit.nickname
  if (joined.startsWith(text)) return fit.start
  if (text.length > 2 && joined.includes(text)) return fit.inside
  return isFuzzyMatch(text, joined) ? fit.typo : undefined
}

/** Words in small letters and digits, without accents on Latin letters. */
function textsOf(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/[\u0300-\u036F]/g, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  )
}

/**
 * Whether `typed` is `word`, or its start, with a typing error: a letter too many, missing, replaced, or two
 * swapped. Words of up to three letters must be exact; from eight letters on, two errors are allowed.
 */
function isFuzzyMatch(typed: string, word: string): boolean {
  const allowed = typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2
  if (allowed === 0 || typed.length > word.length + allowed) return false
  return Math.min(...errorsAgainstStarts(typed, word)) <= allowed
}

/** The errors of `typed` against the first 0, 1, 2 … letters of `word` (optimal string alignment). */
function errorsAgainstStarts(typed: string, word: string): number[] {
  let before: number[] = []
  let last = Array.from({ length: word.length + 1 }, (_, at) => at)
  for (let row = 1; row <= typed.length; row += 1) {
    const errors = [row]
    for (let at = 1; at <= word.length; at += 1) {
      const same = typed[row - 1] === word[at - 1]
      const swapped = row > 1 && at > 1 && typed[row - 1] === word[at - 2] && typed[row - 2] === word[at - 1]
      const choices = [errors[at - 1], last[at]].map((one = 0) => one + 1)
      choices.push((last[at - 1] ?? 0) + (same ? 0 : 1))
      if (swapped) choices.push((before[at - 2] ?? 0) + 1)
      errors.push(Math.min(...choices))
    }
    before = last
    last = errors
  }
  return last
}
