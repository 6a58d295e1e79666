/**
 * Whether `typed` is `word`, or its start, with a typing error: a letter too many, missing, replaced, or two
 * swapped. Words of up to three letters must be exact; from eight letters on, two errors are allowed.
 */
export function isFuzzyMatch(typed: string, word: string): boolean {
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
