/** A paragraph, or the points of a list. */
export type PolicyPart = string | readonly string[]

export type Policy = {
  path: string
  /** In the row of the three. */
  name: string
  title: string
  inShort: readonly string[]
  sections: readonly { id: string; title: string; parts: readonly PolicyPart[] }[]
}

/** Since when all three are as they are. */
export const inForceSince = '22 November 2026'
