/** One mistake, as somebody might make it: a piece of one file, and what stands there instead. */
export type Mutant = {
  /** What is wrong, as it reads after "without" or on its own in the table. */
  name: string
  /** From the project's root. */
  file: string
  /** Occurs exactly once in the file. */
  find: string
  replace: string
  /** The narrowest test files that should notice. */
  tests: string[]
}
