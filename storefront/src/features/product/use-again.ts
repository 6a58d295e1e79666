import type { Item, Product } from '@jhatpat/shared/contracts/catalogue.ts'
import { erasedText } from '@jhatpat/shared/contracts/erased-text.ts'
import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router-dom'
import { brand } from '../../lib/brand.ts'
import { useCall } from '../../lib/use-call.ts'
import { dayOfTxn } from '../../lib/wire-date.ts'
import type { Draft } from './draft.ts'

type Again = {
  /** Undefined until it has loaded. */
  product: Product | undefined
  items: readonly Item[] | undefined
  userid: string | undefined
  /** Applies the input of an earlier order of this product. */
  onOrder: (draft: Draft) => void
}

/** Fills in the page from the order in the address parameter `again`, once; then the parameter is removed. */
export function useAgain({ product, items, userid, onOrder }: Again): void {
  const call = useCall()
  const [params, setParams] = useSearchParams()
  const id = params.get('again') ?? ''
  const body = { client_txn_id: id, date: dayOfTxn(id), key: brand.applicationKey }
  const { data: order, isError } = useQuery({
    queryKey: ['order', id],
    queryFn: async ({ signal }) => (await call('orderStatus', { body, signal })).order,
    enabled: id !== '' && userid !== undefined,
  })
  const isReady =
    id !== '' && product !== undefined && items !== undefined && (order !== undefined || isError)
  const take = useEffectEvent(() => {
    if (order && items && isOf(order, product)) onOrder(draftOf(order, items))
    setParams({}, { replace: true })
  })
  useEffect(() => {
    if (isReady) take()
  }, [isReady])
}

function isOf({ product: { _id, productid } }: Order, product: Product | undefined): boolean {
  return product !== undefined && (productid === product.productid || _id === product._id)
}

/** Money that was refunded to the wallet pays for the next try. */
function draftOf(order: Order, items: readonly Item[]): Draft {
  const item = items.find(({ itemid, name }) =>
    order.itemid === undefined ? name === order.itemname : itemid === order.itemid,
  )
  return {
    itemId: item?._id,
    input1: order.input1 === erasedText ? '' : order.input1,
    input2: order.input2,
    method: order.status === 'Refunded' ? 'wallet' : order.paymentmode,
  }
}
