import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { Item } from '@jhatpat/shared/contracts/catalogue.ts'
import { useState } from 'react'
import { keys } from '../../lib/known.ts'
import { priceFor } from './buy-rules.ts'

/** The price at which the item was chosen or last tapped, and the current price, in rupees. */
export type PriceChange = { was: number; now: number; onRead: () => void }

type NewPrice = { itemid: number; was: number; now: number }

type Priced = { productId: string; item: Item | undefined; role: string | undefined }

/**
 * Keeps the price at which the item was chosen until the customer has read the new one, whether a refetch or
 * a refusal brought it. Amounts in rupees.
 */
export function usePriceChange({ productId, item, role }: Priced) {
  const { queries } = useServices()
  const [acceptedItem, setAcceptedItem] = useState<Item>()
  const [read, setRead] = useState<number>()
  if (item && item.itemid !== acceptedItem?.itemid) {
    setAcceptedItem(item)
    setRead(undefined)
  }
  const queryKey = keys.items(productId)
  const field = role === 'reseller' ? 'resellprice' : 'discountedprice'
  const now = item ? priceFor(item, role) : 0
  const was = item && acceptedItem?.itemid === item.itemid ? priceFor(acceptedItem, role) : now
  const isRead = read === now
  const change: PriceChange | undefined = was === now ? undefined : { was, now, onRead: () => setRead(now) }
  return {
    change,
    /**
     * A new price applies only after it was shown next to the old one: until then the server refuses the old
     * price.
     */
    expectedPrice: isRead ? now : was,
    applyNewPrice: (newPrice: NewPrice) => {
      setAcceptedItem((before) =>
        before?.itemid === newPrice.itemid ? { ...before, [field]: newPrice.was } : before,
      )
      setRead(newPrice.now)
      queries.setQueryData<Item[]>(queryKey, (items) =>
        items?.map((one) => (one.itemid === newPrice.itemid ? { ...one, [field]: newPrice.now } : one)),
      )
      queries.invalidateQueries({ queryKey })
    },
    /** On a tap: the price that was read becomes the accepted one. */
    accept: () => {
      if (isRead) setAcceptedItem(item)
    },
  }
}
