export type AvatarProps = {
  name: string
  /** The signed-in person is pink. */
  me?: boolean | undefined
  small?: boolean | undefined
}

const tones = ['a', 'b', 'c'] as const

/** A person's initials in a disc; the colour follows the name. Their name stands beside it. */
export function Avatar({ name, me = false, small = false }: AvatarProps) {
  const tone = me
    ? 'me-a'
    : tones[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % tones.length]
  return (
    <span className={`ava${small ? ' ava-sm' : ''} ${tone}`} aria-hidden="true">
      {initials(name)}
    </span>
  )
}

/** Two letters of a name: first and last word, or the first two of a single one. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = words[0] ?? ''
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  const letters = last ? [...first].slice(0, 1).concat([...last].slice(0, 1)) : [...first].slice(0, 2)
  return letters.join('').toUpperCase()
}
