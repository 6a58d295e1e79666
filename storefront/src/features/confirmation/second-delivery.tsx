import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { Note } from '@jhatpat/shared/ui/note.tsx'
import { Torn } from '@jhatpat/shared/ui/slip.tsx'
import { rich } from '@jhatpat/shared/ui/texts/rich.tsx'
import { t } from '@jhatpat/shared/ui/texts/say.ts'
import { confirmationPath } from '../../lib/addresses.ts'

/** Between an order and the one that sends it again, free of charge: the way from each to the other, as a part of the slip. */
export function SecondDelivery({ order }: { order: Order }) {
  const isAgain = order.redelivery !== undefined && order.redelivery.state !== 'failed'
  if (!order.redeliveryOf && !isAgain) return null
  return (
    <>
      <div>
        <Way order={order} />
      </div>
      <Torn />
    </>
  )
}

function Way({ order: { status, redelivery, redeliveryOf } }: { order: Order }) {
  if (redeliveryOf) {
    return (
      <Note kind="info" title={t('It costs you nothing')}>
        {rich(inPlaceOf(status), { id: <OrderLink id={redeliveryOf} /> })}
      </Note>
    )
  }
  if (!redelivery) return null
  const id = <OrderLink id={redelivery.orderid} />
  return (
    <Note kind={redelivery.state === 'arrived' ? 'ok' : 'info'} title={t('Sent again, free of charge')}>
      {redelivery.state === 'arrived'
        ? rich('It arrived as order {id}.', { id })
        : rich('Follow it as order {id}.', { id })}
    </Note>
  )
}

function inPlaceOf(status: Order['status']) {
  if (status === 'Completed') return 'It was sent in place of order {id}.'
  return status === 'Cancelled'
    ? 'It was to arrive in place of order {id}.'
    : 'We send it in place of order {id}.'
}

const OrderLink = ({ id }: { id: string }) => (
  <AppLink className="link mono nw" href={confirmationPath(id)}>
    {groupId(id)}
  </AppLink>
)
