// cspell:ignore bcdfgjklmnprstvz
/**
 * The consonants of a word as it sounds, the same for `Fire` and `फायर`: names of games are spelled in many
 * ways in Devanagari, and differ most in their vowels.
 */
export function consonantsOf(word: string): string {
  // The dot under a letter is left out as often as it is written.
  const latin = [...word.normalize('NFD').replaceAll('\u093C', '').toLowerCase()]
    .map((letter) => devanagari[letter] ?? letter)
    .join('')
  return spellings
    .reduce((text, [from, to]) => text.replace(from, to), latin)
    .replace(/[^bcdfgjklmnprstvz]/g, '')
    .replace(/(.)\1+/g, '$1')
}

/** Whether a word is written in Devanagari. */
export const isDevanagari = (word: string): boolean => /\p{Script=Devanagari}/u.test(word)

/** One letter for each sound that both scripts write in several ways; `c` is the sound of `ch`. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/ch/g, 'C'],
  [/c(?=[eiy])/g, 's'],
  [/[ckq]/g, 'k'],
  [/C/g, 'c'],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/z/g, 'j'],
  [/g(?=[eiy]|$)/g, 'j'],
]

const devanagari: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    k: 'कख',
    g: 'गघ',
    C: 'चछ',
    j: 'जझ',
    t: 'टठतथ',
    d: 'डढदध',
    n: 'नणञङंँ',
    p: 'प',
    f: 'फ',
    b: 'बभ',
    m: 'म',
    r: 'रऋृ',
    l: 'लळ',
    v: 'व',
    s: 'सशष',
  }).flatMap(([sound, letters]) => [...letters].map((letter) => [letter, sound])),
)
