import ky from 'ky'
import type { Call } from '../contracts/client.ts'
import { createCall } from '../contracts/create-call.ts'
import { syncServerTime } from '../ui/format/server-time.ts'

/** Makes calls at base path `/api` of this origin, with the current token. */
export function createClient(token: () => string | undefined): Call {
  const isUnattended = watchInput()
  const client = ky.create({
    prefix: `${location.origin}/api`,
    retry: 0,
    // Creating a payment attempt may take the gateway 25 s, after 8 s for checking an earlier attempt.
    timeout: 40_000,
    fetch: fetchWithTime,
    hooks: {
      beforeRequest: [
        ({ request }) => {
          const currentToken = token()
          if (currentToken) request.headers.set('authorization', `Bearer ${currentToken}`)
          // Background requests must not extend the session of an admin who has left.
          if (isUnattended()) request.headers.set('unattended', '1')
        },
      ],
    },
  })
  return createCall(client)
}

/** @returns whether the last input is more than a minute ago */
function watchInput(): () => boolean {
  let inputAt = performance.now()
  const note = () => {
    inputAt = performance.now()
  }
  for (const input of ['pointerdown', 'pointermove', 'keydown', 'wheel'])
    addEventListener(input, note, { passive: true, capture: true })
  return () => performance.now() - inputAt > 60_000
}

/** Every reply carries the server's time. */
async function fetchWithTime(...request: Parameters<typeof fetch>): Promise<Response> {
  const sentAt = performance.now()
  const response = await fetch(...request)
  syncServerTime(response.headers.get('date'), sentAt)
  return response
}
