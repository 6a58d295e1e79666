import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { SupplierName } from '@jhatpat/shared/contracts/api-types.ts'
import { enterProductCost, type SupplierProduct } from '@jhatpat/shared/contracts/supplier-products.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { dayTime, toInputDate } from '@jhatpat/shared/ui/format/ist-time.ts'
import { serverNow } from '@jhatpat/shared/ui/format/server-time.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../../lib/message-of.ts'
import { pointsNumber } from '../../../lib/points.ts'
import { nameOf } from '../../../lib/suppliers/supplier-texts.ts'
import { useIdempotencyKey } from '../../../lib/use-idempotency-key.ts'
import { useReloadCatalogue } from '../use-catalogue.ts'
import { costText } from './cost-text.ts'

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
          {`${nameOf(account)}, id ${supplierItemId}. Now: ${costText(cost)}. Its list price suggests about ${pointsNumber(cost.suggested)}.`}
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
  const saving = useEnter(pack, onClose)
  const change = (part: Partial<typeof typed>) => setTyped((all) => ({ ...all, ...part }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!saving.isPending) saving.mutate({ ...typed, coins: typed.coins.replace(/[,\s]/g, '') })
  }
  return (
    <form className="stack stack-4" aria-label="Enter coins" onSubmit={submit}>
      <div className="form-g">
        <Field
          label="Coins for one"
          inputMode="decimal"
          required
          value={typed.coins}
          onChange={({ target }) => change({ coins: target.value })}
        />
        <Field
          label="As of"
          type="date"
          required
          value={typed.on}
          onChange={({ target }) => change({ on: target.value })}
        />
      </div>
      <Field
        label="Where is it from?"
        required
        minLength={3}
        maxLength={200}
        value={typed.reason}
        hint="It is used at once. Unclear purchases count with it once two purchases have agreed."
        onChange={({ target }) => change({ reason: target.value })}
      />
      {saving.error && <InlineMessage kind="bad" title={messageOf(saving.error)} role="alert" />}
      <div className="row row-end wrap">
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="accent" busy={saving.isPending} busyText="Saving">
          Save coins
        </Button>
      </div>
    </form>
  )
}

/**
 * Sends the version that was loaded: a concurrent change by a purchase or another admin is not
 * overwritten.
 */
function useEnter({ account, supplierItemId, cost }: Props['pack'], onDone: () => void) {
  const { call, store } = useServices()
  const reload = useReloadCatalogue()
  const idempotency = useIdempotencyKey()
  return useMutation({
    mutationFn: (typed: { coins: string; reason: string; on: string }) => {
      const body = { ...typed, version: cost.version }
      const params = { account: account as SupplierName, product: supplierItemId }
      return call(enterProductCost, {
        params,
        body,
        idempotencyKey: idempotency.keyFor({ ...params, ...body }),
      })
    },
    onSuccess: ({ message }) => {
      pushToast(store, { kind: 'ok', text: message })
      onDone()
    },
    onError: (error) => idempotency.renewIfRefused(error),
    onSettled: () => reload(),
  })
}
