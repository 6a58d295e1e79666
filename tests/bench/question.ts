/** One list as an admin asks for it. `rows`: how many it showed. */
export type Question = {
  name: string
  collection: string
  ask: () => Promise<number>
  /** How long it may take with a million orders, where that is less than for a list, in ms. */
  mostMs?: number
}
