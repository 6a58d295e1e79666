import { removeIntent, storedIntents, storeIntent } from '@jhatpat/shared/browser/intents/stored-intents.ts'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { justSignedInAtom, userAtom } from '@jhatpat/shared/browser/session.ts'
import type { OrderKey } from '@jhatpat/shared/contracts/order-keys.ts'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { orderScope, useOrderKeys } from '../../lib/order-keys.ts'
import { useCall } from '../../lib/use-call.ts'

/**
 * On every page: sends each stored "Don't order" once the network is back, and fetches the orders without an
 * answer after a sign-in, because the end of a session clears this device's storage.
 */
export default function OpenOrders(): null {
  const { store } = useServices()
  const call = useCall()
  const keys = useOrderKeys()
  const userid = useAtomValue(userAtom)?.userid
  const [isNew, setIsNew] = useAtom(justSignedInAtom)
  const showPlaced = ({ order }: OrderKey) =>
    order &&
    pushToast(store, {
      kind: 'ok',
      title: t('Your order {id}', { id: groupId(order.orderid) }),
      text: t('went through.'),
    })

  const sendStops = useEffectEvent(async () => {
    // The product page sends its own and shows the outcome.
    if (userid === undefined || location.pathname.startsWith('/product/')) return
    const scope = orderScope(userid)
    for (const { key, about } of storedIntents(scope).filter(({ stop }) => stop)) {
      const result = await keys.close(key).catch(() => undefined)
      if (!result || result.state === 'running') continue
      removeIntent(scope, key)
      if (result.order) showPlaced(result)
      else pushToast(store, { kind: 'info', title: t('Nothing will be ordered'), text: about })
    }
  })
  const askForOpen = useEffectEvent(async () => {
    if (userid === undefined) return
    const open = await call('openOrderKeys').catch(() => undefined)
    if (!open) return
    setIsNew(false)
    const scope = orderScope(userid)
    const storedKeys = new Set(storedIntents(scope).map(({ key }) => key))
    for (const { key, itemname, sentAt, ...result } of open.keys) {
      showPlaced(result)
      if (result.state === 'running' && !storedKeys.has(key))
        storeIntent(scope, { key, body: {}, about: itemname, at: Date.parse(sentAt), open: true })
    }
  })
  useEffect(() => {
    if (userid === undefined) return
    const wake = () => void sendStops()
    wake()
    addEventListener('online', wake)
    return () => removeEventListener('online', wake)
  }, [userid])
  useEffect(() => {
    if (isNew && userid !== undefined) void askForOpen()
  }, [isNew, userid])
  return null
}
