import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { forgetUser } from '@jhatpat/shared/browser/session.ts'
import { logout } from '@jhatpat/shared/contracts/accounts.ts'
import { opsPass } from '@jhatpat/shared/contracts/admin.ts'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useBrowser } from '../../lib/browser.tsx'
import { messageOf } from '../../lib/message-of.ts'

/** The menu's ways out that need the server first. */
export function useLeaving() {
  const { callKeepingSession, call, store, queries, realtime } = useServices()
  const browser = useBrowser()

  const signOut = async () => {
    // The token is worthless to this browser from now on, whether or not the server could be told.
    await callKeepingSession(logout, { body: {} }).catch(() => undefined)
    realtime.close()
    forgetUser(store)
    queries.clear()
    browser.leaveTo('/home')
  }

  const openQueues = async () => {
    const tab = browser.openTab()
    try {
      const { url } = await call(opsPass, { body: {} })
      tab.goTo(url)
    } catch (error) {
      tab.close()
      pushToast(store, { kind: 'bad', title: 'The queues did not open.', text: messageOf(error) })
    }
  }
  return { signOut, openQueues }
}
