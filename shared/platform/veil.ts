/** What only whoever opens it gets to see: logged, printed or made JSON of, it is an empty thing. */
export type Veiled<T> = { open(): T }

export const veil = <T>(value: T): Veiled<T> => ({ open: () => value })
