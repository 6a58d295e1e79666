import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { Item } from '@jhatpat/shared/contracts/catalogue.ts'
import { useState } from 'react'
import { keys } from '../../lib/known.ts'

/** The price when BUY NOW was tapped, and the one of now, in rupees. */
export type PriceChange = { was: number; now: number }

type NewPrice = { itemid: number; was: number; now: number }

/** Remembers a refusal because of the price, and puts the new one on the page. Amounts in rupees. */
export function usePriceChange(productId: string, role: string | undefined) {
  const { queries } = useServices()
  const [change, setChange] = useState<NewPrice>()
  const queryKey = keys.items(productId)
  const field = role === 'reseller' ? 'resellprice' : 'discountedprice'
  return {
    /** For the item that is chosen at this price. */
    of: (item: Item | undefined, price: number): PriceChange | undefined =>
      change && item?.itemid === change.itemid && price !== change.was
        ? { was: change.was, now: price }
        : undefined,
    tell: (told: NewPrice) => {
      setChange(told)
      queries.setQueryData<Item[]>(queryKey, (items) =>
        items?.map((item) => (item.itemid === told.itemid ? { ...item, [field]: told.now } : item)),
      )
      queries.invalidateQueries({ queryKey })
    },
    forget: () => setChange(undefined),
  }
}
