/** One list as an admin requests it. `rows`: the number of rows shown. */
export type Question = {
  name: string
  collection: string
  ask: () => Promise<number>
  /** Its limit with a million orders, where that is lower than for a list, in ms. */
  mostMs?: number
}
