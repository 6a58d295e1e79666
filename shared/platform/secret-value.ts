/** What only whoever opens it gets to see: logged, printed or made JSON of, it is an empty thing. */
export type SecretValue<T> = { reveal(): T }

export const secretValue = <T>(value: T): SecretValue<T> => ({ reveal: () => value })
