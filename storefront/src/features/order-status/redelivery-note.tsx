import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { TearLine } from '@jhatpat/shared/ui/receipt-card.tsx'
import { rich } from '@jhatpat/shared/ui/texts/rich.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { confirmationPath } from '../../lib/addresses.ts'

/** Links an order and its free redelivery, in both directions, as a section of the receipt card. */
export function SecondDelivery({ order }: { order: Order }) {
  const isAgain = order.redelivery !== undefined && order.redelivery.state !== 'failed'
  if (!order.redeliveryOf && !isAgain) return null
  return (
    <>
      <div>
        <RedeliveryLink order={order} />
      </div>
      <TearLine />
    </>
  )
}

function RedeliveryLink({
  order: { status, redelivery, redeliveryOf, unitsOfOriginal, units },
}: {
  order: Order
}) {
  if (redeliveryOf) {
    const id = <OrderLink id={redeliveryOf} />
    return (
      <InlineMessage kind="info" title={t('It costs you nothing')}>
        {unitsOfOriginal
          ? rich(partialRedeliveryText(status), { n: units.total, total: unitsOfOriginal, id })
          : rich(fullRedeliveryText(status), { id })}
      </InlineMessage>
    )
  }
  if (!redelivery) return null
  const { redeliveredUnits: redelivered } = redelivery
  const id = <OrderLink id={redelivery.orderid} />
  const title = redelivered
    ? t('{n} of {total} packs sent again, free of charge', { n: redelivered.sent, total: redelivered.total })
    : t('Sent again, free of charge')
  return (
    <InlineMessage kind={redelivery.state === 'arrived' ? 'ok' : 'info'} title={title}>
      {redelivery.state === 'arrived'
        ? rich('It arrived as order {id}.', { id })
        : rich('Follow it as order {id}.', { id })}
    </InlineMessage>
  )
}

function fullRedeliveryText(status: Order['status']) {
  if (status === 'Completed') return 'It was sent in place of order {id}.'
  return status === 'Cancelled'
    ? 'It was to arrive in place of order {id}.'
    : 'We send it in place of order {id}.'
}

function partialRedeliveryText(status: Order['status']) {
  if (status === 'Completed') return '{n} of the {total} packs of order {id}: no others were sent again.'
  return status === 'Cancelled'
    ? '{n} of the {total} packs of order {id}: no others were to be sent again.'
    : '{n} of the {total} packs of order {id}: no others are sent again.'
}

const OrderLink = ({ id }: { id: string }) => (
  <AppLink className="link mono nowrap" href={confirmationPath(id)}>
    {groupId(id)}
  </AppLink>
)
