/** A paragraph, or the points of a list. */
export type PolicyPart = string | readonly string[]

export type Policy = {
  path: string
  /** Its label among the links to all three. */
  name: string
  title: string
  inShort: readonly string[]
  sections: readonly { id: string; title: string; parts: readonly PolicyPart[] }[]
}

/** The date since which all three apply. */
export const inForceSince = '22 November 2026'
