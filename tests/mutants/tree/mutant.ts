/** A change of a syntax tree, independent of layout: the how-to "Add a mutant" lists what counts and what does not. */
export type Change = {
  /** The name of the function, method, constant or class in which the change is made, dotted if nested; '' is the module. */
  inside: string
  /**
   * An expression, statements, object properties or arguments that occur once in there. `$A` matches any expression
   * or name, `$$REST` for any number of list items.
   */
  find: string
  /** May repeat `$A` and `$$REST`; empty removes statements, properties or arguments. */
  replace: string
}

/** A fault in one file that at least one of the named tests must catch. */
export type Mutant = {
  name: string
  /** Relative to the project's root. */
  file: string
  /** The narrowest test files that should notice. */
  tests: string[]
} & (Change | { changes: Change[] })

export function changesOf(mutant: Mutant): Change[] {
  return 'changes' in mutant ? mutant.changes : [mutant]
}
