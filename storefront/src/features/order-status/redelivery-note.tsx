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
      <InlineMessage kind="info" title={t('No charge')}>
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
    ? t('Free replacement: {n} of {total} packs', { n: redelivered.sent, total: redelivered.total })
    : t('Free replacement')
  return (
    <InlineMessage kind={redelivery.state === 'arrived' ? 'ok' : 'info'} title={title}>
      {redelivery.state === 'arrived'
        ? rich('Delivered as order {id}.', { id })
        : rich('Track order {id}.', { id })}
    </InlineMessage>
  )
}

function fullRedeliveryText(status: Order['status']) {
  if (status === 'Completed') return 'Replacement for order {id}.'
  return status === 'Cancelled' ? 'Was a replacement for order {id}.' : 'Replacement for order {id}.'
}

function partialRedeliveryText(status: Order['status']) {
  if (status === 'Completed') return '{n} of {total} packs of order {id}. The others were not resent.'
  return status === 'Cancelled'
    ? '{n} of {total} packs of order {id} were to be resent.'
    : '{n} of {total} packs of order {id}. The others are not resent.'
}

const OrderLink = ({ id }: { id: string }) => (
  <AppLink className="link mono nowrap" href={confirmationPath(id)}>
    {groupId(id)}
  </AppLink>
)
