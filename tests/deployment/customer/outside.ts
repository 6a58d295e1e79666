/** What callers get for a path: from outside, and with headers that claim another origin. */
export async function outsideAnswers({ urls }: { urls: string[] }): Promise<Record<string, number>> {
  const answers: Record<string, number> = {}
  const claims = [{}, { 'x-forwarded-for': '127.0.0.1' }, { 'x-forwarded-for': '', 'x-real-ip': '10.0.0.1' }]
  for (const url of urls) {
    for (const headers of claims) {
      const { status } = await fetch(url, {
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(10_000),
      })
      answers[url] = Math.max(answers[url] ?? 0, status === 404 ? 404 : 1_000 + status)
    }
  }
  return answers
}
