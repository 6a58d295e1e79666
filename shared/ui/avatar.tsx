export type AvatarProps = {
  name: string
  /** The signed-in person is pink. */
  me?: boolean | undefined
  small?: boolean | undefined
}

const tones = ['a', 'b', 'c'] as const

/** A person's initials in a disc; the colour depends on the name, which is shown next to it. */
export function Avatar({ name, me = false, small = false }: AvatarProps) {
  return (
    <span className={`ava${small ? ' ava-sm' : ''} ${me ? 'me-a' : toneOf(name)}`} aria-hidden="true">
      {initials(name)}
    </span>
  )
}

/** Two letters of a name: first and last word, or the first two of a single one. */
export function initials(name: string): string {
  const parts = name.trim().split(/\s+/).map(lettersOf)
  const ends = parts.length > 1 ? [parts[0]?.[0], parts.at(-1)?.[0]] : parts[0]?.slice(0, 2)
  return (ends ?? []).join('').toUpperCase()
}

/** Splits text into visible letters: a Devanagari letter with its vowel sign is one. */
function lettersOf(word: string): string[] {
  // `Intl.Segmenter` keeps a slow phone busy on first use, so ASCII text avoids it.
  if (/^[\x20-\x7e]*$/.test(word)) return [...word]
  return Array.from(new Intl.Segmenter('en-IN').segment(word), (part) => part.segment)
}

function toneOf(name: string): string {
  let sum = 0
  for (let at = 0; at < name.length; at += 1) sum += name.charCodeAt(at)
  return tones[sum % tones.length] ?? 'a'
}
