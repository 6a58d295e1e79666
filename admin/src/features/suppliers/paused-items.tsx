import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { overridePause, type PausedItem, type SupplierAccount } from '@jhatpat/shared/contracts/suppliers.ts'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CallButton } from '../../lib/call-button.tsx'
import { usePermission } from '../../lib/me.ts'
import { messageOf } from '../../lib/message-of.ts'
import { amountText, whenText } from '../../lib/suppliers/supplier-texts.ts'
import { suppliersKey } from '../../lib/suppliers/use-suppliers.ts'

/** Items that are off sale because the supplier balance does not cover them. */
export function PausedItems({ accounts }: { accounts: readonly SupplierAccount[] }) {
  const { call } = useServices()
  const queries = useQueryClient()
  const may = usePermission()
  const selling = useMutation({
    mutationFn: (itemid: number) => call(overridePause, { params: { itemid }, body: {} }),
    onSettled: () => queries.invalidateQueries({ queryKey: suppliersKey }),
  })
  const rows = accounts.flatMap(({ paused, unit }) => paused.map((item) => ({ item, unit })))
  return (
    <section className="panel" aria-labelledby="paused-items">
      <div className="row between wrap">
        <h2 className="d4" id="paused-items">
          Paused items
        </h2>
        <span className="xs t3">shown as Out of Stock in the store</span>
      </div>
      {selling.error && <InlineMessage kind="bad" title={messageOf(selling.error)} role="alert" />}
      {rows.length === 0 ? (
        <Empty spot="chai" title="No paused items." panel={false} level={3}>
          Items pause when the balance is too low and resume automatically.
        </Empty>
      ) : (
        <ul className="paused-items">
          {rows.map(({ item, unit }) => (
            <li key={item.itemid}>
              <img src={item.imgpath} alt="" width="28" height="28" />
              <div className="grow">
                <p className="b sm">{item.name}</p>
                <p className="xs t2">{detailOf(item, unit)}</p>
              </div>
              {!item.isOverridden && may('catalogue.stock') && (
                <CallButton
                  access={overridePause.auth}
                  size="sm"
                  aria-label={`Sell anyway, ${item.name}`}
                  disabled={selling.isPending}
                  onClick={() => selling.mutate(item.itemid)}
                >
                  Sell anyway
                </CallButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function detailOf({ cost, pausedAt, isOverridden, inStock }: PausedItem, unit: string): string {
  const costs = cost === null ? 'price unknown' : `costs ${amountText(cost, unit)}`
  const since = pausedAt ? `, paused ${whenText(pausedAt)}` : ''
  const off = inStock ? '' : ', also out of stock'
  return isOverridden ? `${costs}, on sale anyway until covered${off}` : `${costs}${since}${off}`
}
