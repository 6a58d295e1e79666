import type { NamedCall } from '../use-call.ts'
import { leaveHosted } from './hosted-client.ts'
import { hostedMark } from './hosted-mark.ts'

/** Signs out at the provider too: the browser goes there and comes back home. */
export async function signOutHosted(call: NamedCall): Promise<void> {
  localStorage.removeItem(hostedMark)
  const { provider } = await call('hostedProvider')
  if (provider) await leaveHosted(provider)
}
