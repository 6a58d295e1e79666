/**
 * The result of a promise within a time, or undefined. The work continues after the timeout and is
 * not undone; its error is passed to `onError` whenever it occurs.
 */
export async function withTimeout<T>(
  ms: number,
  work: Promise<T>,
  onError: (error: unknown) => void,
): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms).unref()
  })
  const safe = work.catch((error: unknown) => {
    onError(error)
    return undefined
  })
  try {
    return await Promise.race([safe, timedOut])
  } finally {
    clearTimeout(timer)
  }
}

/** The answer of something that may be away: undefined when it fails, takes too long or was not asked. */
export const within = async <T>(ms: number, asked: Promise<T> | undefined): Promise<T | undefined> =>
  asked && withTimeout(ms, asked, () => undefined)
