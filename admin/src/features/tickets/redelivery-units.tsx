import type { RedeliveryQuoteView } from '@jhatpat/shared/contracts/redeliveries.ts'
import { Checkbox } from '@jhatpat/shared/ui/checkbox.tsx'
import { amountText } from '../../lib/suppliers/supplier-texts.ts'
import type { useRedelivery } from './use-redelivery.ts'

type RedeliveryUnitsProps = Pick<ReturnType<typeof useRedelivery>, 'picked' | 'unit'> & {
  onChoose: () => void
}

/**
 * Selects the units of a bundle to redeliver, with the facts on each. Selecting one also selects
 * this resolution.
 */
export function RedeliveryUnits({ picked, unit, onChoose }: RedeliveryUnitsProps) {
  const { units: packs, chosen } = picked
  const choose = (refs: readonly string[]) => {
    picked.choose(refs)
    onChoose()
  }
  return (
    <fieldset className="ticket-packs">
      <legend className="label">
        Units to resend: {chosen.length} of {packs.length}
      </legend>
      {packs.map((pack, at) => (
        <Checkbox
          key={pack.ref}
          label={packText(pack, at, unit)}
          checked={chosen.includes(pack.ref)}
          onChange={({ target }) =>
            choose(target.checked ? [...chosen, pack.ref] : chosen.filter((ref) => ref !== pack.ref))
          }
        />
      ))}
    </fieldset>
  )
}

/** `Unit 2, 19 points. Supplier says delivered: S26112300…` */
function packText(
  { cost, supplierOrderId, isCertain }: RedeliveryQuoteView['units'][number],
  at: number,
  unit: string | undefined,
): string {
  const name = cost && unit !== undefined ? `Unit ${at + 1}, ${amountText(cost, unit)}.` : `Unit ${at + 1}.`
  if (!isCertain) return `${name} Not confirmed as delivered.`
  return `${name} Supplier says delivered${supplierOrderId ? `: ${supplierOrderId}` : '.'}`
}
