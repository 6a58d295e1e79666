/**
 * What a promise comes to within a time, or undefined. It goes on by itself afterwards: what it does is not undone, and
 * what it throws is handed to `onError`, in time or not.
 */
export async function withTimeout<T>(
  ms: number,
  work: Promise<T>,
  onError: (error: unknown) => void,
): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms).unref()
  })
  const safe = work.catch((error: unknown) => {
    onError(error)
    return undefined
  })
  try {
    return await Promise.race([safe, over])
  } finally {
    clearTimeout(timer)
  }
}
