import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { Item } from '@jhatpat/shared/contracts/catalogue.ts'
import { useState } from 'react'
import { keys } from '../../lib/known.ts'
import { priceFor } from './buy-rules.ts'

/** The price at which the item was chosen or last tapped, and the one of now, in rupees. */
export type PriceChange = { was: number; now: number; onRead: () => void }

type NewPrice = { itemid: number; was: number; now: number }

type Priced = { productId: string; item: Item | undefined; role: string | undefined }

/**
 * Keeps the price at which the item was chosen until the customer has read of another one: whether the page has learnt
 * of it by itself or by a refusal. Amounts in rupees.
 */
export function usePriceChange({ productId, item, role }: Priced) {
  const { queries } = useServices()
  const [seen, setSeen] = useState<Item>()
  const [read, setRead] = useState<number>()
  if (item && item.itemid !== seen?.itemid) {
    setSeen(item)
    setRead(undefined)
  }
  const queryKey = keys.items(productId)
  const field = role === 'reseller' ? 'resellprice' : 'discountedprice'
  const now = item ? priceFor(item, role) : 0
  const was = item && seen?.itemid === item.itemid ? priceFor(seen, role) : now
  const isRead = read === now
  const change: PriceChange | undefined = was === now ? undefined : { was, now, onRead: () => setRead(now) }
  return {
    change,
    /** Nobody orders at a price before it has stood beside the old one: until then the server refuses the old one. */
    expectedPrice: isRead ? now : was,
    tell: (told: NewPrice) => {
      setSeen((before) => (before?.itemid === told.itemid ? { ...before, [field]: told.was } : before))
      setRead(told.now)
      queries.setQueryData<Item[]>(queryKey, (items) =>
        items?.map((one) => (one.itemid === told.itemid ? { ...one, [field]: told.now } : one)),
      )
      queries.invalidateQueries({ queryKey })
    },
    /** At a tap: the price that was read of is the one that is known. */
    accept: () => {
      if (isRead) setSeen(item)
    },
  }
}
