import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { useState } from 'react'
import { usePush } from '../../lib/push/use-push.ts'
import { OrderInstall } from './order-install.tsx'
import { OrderPush } from './order-push.tsx'

/** One offer a visit: order notifications first, then installing the shop. */
export default function OrderOffers({ order }: { order: Order }) {
  const push = usePush()
  const [answered, setAnswered] = useState(false)
  const isPaid = order.status !== 'Created' && order.status !== 'Failed'
  if (answered || (isPaid && push.pushState === 'off')) {
    return <OrderPush push={push} answered={answered} onAnswer={() => setAnswered(true)} />
  }
  return order.status === 'Completed' && push.isKnown ? <OrderInstall /> : null
}
