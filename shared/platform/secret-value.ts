/** A value that only `reveal` returns: logged, printed or serialised it is an empty object. */
export type SecretValue<T> = { reveal(): T }

export const secretValue = <T>(value: T): SecretValue<T> => ({ reveal: () => value })
