import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { userAtom } from '@jhatpat/shared/browser/session.ts'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useCall } from '../use-call.ts'
import { keepPushChoice, readPushChoice } from './own-choice.ts'
import { addressOf, canPush, subscribeBrowser, thisBrowser } from './this-browser.ts'

/** `none`: the shop sends none, or this browser shows none. `off`: not asked yet, or turned off. */
export type PushState = 'none' | 'off' | 'refused' | 'blocked' | 'on'

/** Whether this device receives order notifications, and how to change that. */
export function usePush() {
  const call = useCall()
  const { store } = useServices()
  const user = useAtomValue(userAtom)
  const [busy, setBusy] = useState(false)
  const { data, isError, refetch } = useQuery({
    queryKey: ['push', user?._id],
    queryFn: async ({
      signal,
    }): Promise<{ pushState: PushState; publicKey: string; here: string | null }> => {
      const { publicKey, here } = await call('pushState', { signal })
      const pushState = publicKey ? await pushStateOf(here) : 'none'
      return { pushState, publicKey: publicKey ?? '', here }
    },
    enabled: user !== null && canPush(),
    staleTime: 0,
    retry: false,
  })

  const change = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch {
      const text = t('Couldn’t turn on notifications. Try again later.')
      pushToast(store, { kind: 'bad', title: t('Nothing was changed.'), text })
    }
    await refetch()
    setBusy(false)
  }
  const turnOn = () =>
    change(async () => {
      const browser = await thisBrowser()
      if (browser.kind === 'none' || !user || !data) return
      const subscription = await subscribeBrowser(browser.registration, data.publicKey)
      if (!subscription) return
      await call('pushOn', { body: addressOf(subscription) })
      await keepPushChoice({ kind: 'on', userId: user._id })
    })
  const turnOff = () =>
    change(async () => {
      if (data?.here) await call('pushOff', { params: { id: data.here } })
      const browser = await thisBrowser()
      if (browser.kind === 'ready')
        await (await browser.registration.pushManager.getSubscription())?.unsubscribe()
      await keepPushChoice(undefined)
    })
  const refuse = () => change(() => keepPushChoice({ kind: 'refused' }))
  const isKnown = data !== undefined || isError || !canPush()
  return { pushState: data?.pushState ?? 'none', isKnown, busy, turnOn, turnOff, refuse }
}

async function pushStateOf(here: string | null): Promise<PushState> {
  const browser = await thisBrowser()
  if (browser.kind === 'none') return 'none'
  if (Notification.permission === 'denied') return 'blocked'
  const subscription = await browser.registration.pushManager.getSubscription()
  if (here && subscription) return 'on'
  return (await readPushChoice())?.kind === 'refused' ? 'refused' : 'off'
}
