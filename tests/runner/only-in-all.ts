/** Test files that `npm test -- all` runs and `npm test` leaves out, each a proof by repetition. */
const onlyInAll = [
  { file: 'tests/services/http/fuzz.test.ts', reason: 'random requests and socket messages' },
  { file: 'tests/services/purchasing/random-unclear-batches.test.ts', reason: 'random batches' },
] as const

export const filesOnlyInAll: readonly string[] = onlyInAll.map(({ file }) => file)

/** The browser tests of `npm test`: together they open every screen of both apps. */
export const shortJourneys: readonly string[] = ['accessibility', 'buy-by-upi', 'every-route'].map(
  (name) => `tests/e2e/${name}.spec.ts`,
)
