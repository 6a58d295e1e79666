import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { SupplierName } from '@jhatpat/shared/contracts/api-types.ts'
import { enterProductCost, type SupplierProduct } from '@jhatpat/shared/contracts/supplier-products.ts'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { dayTime, toInputDate } from '@jhatpat/shared/ui/format/ist-time.ts'
import { serverNow } from '@jhatpat/shared/ui/format/server-time.ts'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useState } from 'react'
import { DateField } from '../../../lib/date-field.tsx'
import { DialogForm } from '../../../lib/form-dialog.tsx'
import { pointsNumber } from '../../../lib/points.ts'
import { nameOf } from '../../../lib/suppliers/supplier-names.ts'
import { useSend } from '../../../lib/use-send.ts'
import { useReloadCatalogue } from '../use-catalogue.ts'
import { costText } from './product-states.ts'

type CoinCost = NonNullable<SupplierProduct['cost']>
type Props = {
  pack: SupplierProduct & { cost: CoinCost }
  /** False for roles that may only view. */
  mayEnter: boolean
  onClose: () => void
}

/** The cost of a supplier product in coins, its source, and a form to enter it by hand. */
export function CostDialog({ pack, mayEnter, onClose }: Props) {
  const { name, account, supplierItemId, cost } = pack
  return (
    <Dialog open onClose={onClose} title={`Coins for ${name}`}>
      <div className="stack stack-4">
        <p className="sm t2">
          {`${nameOf(account)}, ID ${supplierItemId}. Now: ${costText(cost)}. Its list price suggests about ${pointsNumber(cost.suggested)}.`}
        </p>
        <History entries={cost.history} />
        {mayEnter && <CostForm pack={pack} onClose={onClose} />}
      </div>
    </Dialog>
  )
}

const shownEntries = 5

function History({ entries }: { entries: CoinCost['history'] }) {
  if (entries.length === 0) return null
  return (
    <ul className="stack stack-2 sm" aria-label="Earlier values">
      {entries.slice(0, shownEntries).map((entry) => (
        <li key={entry.at}>
          <b className="num">{pointsNumber(entry.coins)}</b> {sourceText(entry)}
        </li>
      ))}
    </ul>
  )
}

function sourceText({
  source,
  at,
  before,
  after,
  orderId,
  by,
  reason,
  on,
}: CoinCost['history'][number]): string {
  if (source === 'typed') return `entered by ${by} on ${dayTime(at)}: ${reason}, of ${on}`
  return `learned on ${dayTime(at)} from the order ${orderId}: ${pointsNumber(before ?? 0)} before, ${pointsNumber(after ?? 0)} after`
}

function CostForm({ pack, onClose }: Pick<Props, 'pack' | 'onClose'>) {
  const [typed, setTyped] = useState({ coins: '', reason: '', on: toInputDate(serverNow()) })
  const { store } = useServices()
  const reload = useReloadCatalogue()
  // The version that was loaded: a concurrent change by a purchase or another admin is not overwritten.
  const saving = useSend(enterProductCost, {
    params: { account: pack.account as SupplierName, product: pack.supplierItemId },
    onDone: ({ message }) => {
      pushToast(store, { kind: 'ok', text: message })
      onClose()
    },
    onSettled: reload,
  })
  const change = (part: Partial<typeof typed>) => setTyped((all) => ({ ...all, ...part }))
  return (
    <DialogForm
      className="stack stack-4"
      aria-label="Enter coins"
      isCheckedByBrowser
      error={saving.error}
      action="Save coins"
      isBusy={saving.isPending}
      onClose={onClose}
      onSubmit={() => {
        const coins = typed.coins.replace(/[,\s]/g, '')
        if (!saving.isPending) saving.mutate({ ...typed, coins, version: pack.cost.version })
      }}
    >
      <div className="form-g">
        <Field
          label="Coins for one"
          inputMode="decimal"
          required
          value={typed.coins}
          onChange={({ target }) => change({ coins: target.value })}
        />
        <DateField label="As of" required value={typed.on} onChange={(on) => change({ on })} />
      </div>
      <Field
        label="Where is it from?"
        required
        minLength={3}
        maxLength={200}
        value={typed.reason}
        hint="Used immediately. Unclear purchases use it once two purchases confirm it."
        onChange={({ target }) => change({ reason: target.value })}
      />
    </DialogForm>
  )
}
