import { hostedMark } from '@jhatpat/shared/browser/session.ts'
import type { NamedCall } from '../use-call.ts'
import { leaveHosted } from './hosted-client.ts'

/**
 * Signs out at the provider too: the browser goes there and returns home. The shop's session has ended
 * before.
 */
export async function signOutHosted(call: NamedCall): Promise<void> {
  localStorage.removeItem(hostedMark)
  try {
    const { provider } = await call('hostedProvider')
    if (provider) await leaveHosted(provider)
  } catch (error) {
    console.error('The provider did not hear of the sign-out.', error)
  }
}
