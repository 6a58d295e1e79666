/** Returns a sentence that says what to do about an error at start. */
export function startupAdvice(error: unknown): string {
  if (!(error instanceof Error)) return 'The process could not start.'
  const { name, message } = error
  if (/ServerSelection/.test(name)) {
    return 'MongoDB isn’t responding. Start it or check MONGODB_URI.'
  }
  if (
    /MaxRetries|timed out|Connection is closed|None of startup nodes|Cluster redirections/.test(
      `${name} ${message}`,
    )
  ) {
    return 'Redis isn’t responding. Start it or check REDIS_URL.'
  }
  return message
}
