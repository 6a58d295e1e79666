import { vi } from 'vitest'

export type FakeCall = { key: string; body: unknown; params: string[]; url: URL; headers: Headers }
type Answer = unknown | Response

/**
 * Answers the app's HTTP calls. Keys such as `POST /admin/orders/:id/transition` are below the host
 * base path; an answer is the reply's body or a Response. `sent` lists the received calls.
 */
export function fakeCalls(handlers: Record<string, (call: FakeCall) => Answer | Promise<Answer>>) {
  const sent: FakeCall[] = []
  const patterns = Object.keys(handlers).map((key) => ({ key, pattern: toPattern(key) }))
  vi.stubGlobal('fetch', async (input: Request | string | URL, init?: RequestInit) => {
    const request = input instanceof Request ? input : new Request(input, init)
    const url = new URL(request.url)
    const requestKey = `${request.method} ${url.pathname.replace(/^\/api/, '')}`
    const hit = patterns
      .map(({ key, pattern }) => ({ key, match: pattern.exec(requestKey) }))
      .find(({ match }) => match !== null)
    if (!hit?.match) return refusal(404, 'not_found', `no answer is prepared for ${requestKey}`)
    const text = await request.text()
    const call = {
      key: hit.key,
      body: text ? JSON.parse(text) : undefined,
      params: hit.match.slice(1),
      url,
      headers: request.headers,
    }
    sent.push(call)
    const answer = await handlers[hit.key]?.(call)
    return answer instanceof Response ? answer : Response.json(answer)
  })
  return { sent, sentTo: (key: string) => sent.filter((call) => call.key === key) }
}

export function refusal(status: number, code: string, message: string): Response {
  return Response.json({ code, message, requestId: 'rq-1' }, { status })
}

function toPattern(key: string): RegExp {
  return new RegExp(`^${key.replace(/:\w+/g, '([^/]+)')}$`)
}
