import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { forgetUser } from '@jhatpat/shared/browser/session.ts'
import { withoutSchemas } from '@jhatpat/shared/contracts/call-addresses.ts'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useBrowser } from './browser.tsx'
import { messageOf } from './message-of.ts'
import { useConfirmLeave } from './unsaved-changes.tsx'

/** Menu exits that call the server first. */
export function useMenuExit() {
  const { callWithoutSignOut, call, store, realtime } = useServices()
  const browser = useBrowser()
  const confirmLeave = useConfirmLeave()

  const signOut = async () => {
    if (!confirmLeave()) return
    // This browser drops the token in any case, even if the server was not reached.
    await callWithoutSignOut(withoutSchemas.logout, { body: {} }).catch(() => undefined)
    realtime.close()
    forgetUser(store)
    browser.leaveTo('/home')
  }

  /**
   * Opens a tool of the server in a new tab, which does not send the bearer token: fetches a pass
   * first.
   */
  const openTool = async (path: '/ops/queues' | '/ops/docs', failed: string) => {
    const tab = browser.openTab()
    try {
      await call(withoutSchemas.opsToken, { body: {} })
      tab.goTo(path)
    } catch (error) {
      tab.close()
      pushToast(store, { kind: 'bad', title: failed, text: messageOf(error) })
    }
  }
  const openQueues = () => openTool('/ops/queues', 'Couldn’t open the job queues.')
  const openReference = () => openTool('/ops/docs', 'Couldn’t open the API reference.')
  return { signOut, openQueues, openReference }
}
