import { useIdempotencyKey } from '@jhatpat/shared/browser/use-idempotency-key.ts'
import { formatRupees, toRupees } from '@jhatpat/shared/contracts/money.ts'
import {
  type ChangedPrice,
  createPriceChange,
  type PriceChange,
} from '@jhatpat/shared/contracts/price-changes.ts'
import { useState } from 'react'
import { type CellChange, cellId } from '../sheet.ts'
import { useReloadCatalogue } from '../use-catalogue.ts'
import { usePriceCall } from '../use-price-call.tsx'
import type { useDraftInput } from './use-draft-input.ts'

/** Time, reason, and whether a changed cost needs approval; left out: now, with nothing else. */
export type Terms = { applyAt?: string; reason?: string; reviewsCost?: boolean }

/**
 * Sends the valid prices as one change. Prices changed by another admin are refused, and their
 * drafts stay; a lost reply is retried with the same idempotency key.
 */
export function useSendPrices(cells: readonly CellChange[], typed: ReturnType<typeof useDraftInput>) {
  const { callPrice, question } = usePriceCall()
  const reload = useReloadCatalogue()
  const idempotency = useIdempotencyKey(cells.map(wireOf))
  const [refused, setRefused] = useState<Readonly<Record<number, string>>>({})
  const [isSaving, setIsSaving] = useState(false)
  const send = async (terms: Terms): Promise<PriceChange> => {
    setIsSaving(true)
    const sent = typed.drafts
    const body = { prices: cells.map(wireOf), ...terms }
    try {
      const { set } = await callPrice(createPriceChange, { body, idempotencyKey: idempotency.keyFor(body) })
      await reload()
      const left = set.prices.filter(isLeftAlone)
      const skippedIds = new Set(left.map(({ itemid, field }) => cellId(itemid, field)))
      const ids = cells.map(({ id }) => id)
      typed.answered(set.prices, { sent, saved: new Set(ids.filter((id) => !skippedIds.has(id))) })
      setRefused(Object.fromEntries(left.map((price) => [price.itemid, skippedReason(price)])))
      return set
    } catch (error) {
      idempotency.renewIfRefused(error)
      throw error
    } finally {
      setIsSaving(false)
    }
  }
  return { isSaving, refused, send, question, forget: () => setRefused({}) }
}

const wireOf = ({ item, column, fromPaise, toPaise }: CellChange) => ({
  itemid: item.itemid,
  field: column,
  from: toRupees(fromPaise),
  to: toRupees(toPaise),
})

export const isLeftAlone = ({ result }: Pick<ChangedPrice, 'result'>): boolean =>
  result === 'changed' || result === 'gone'

/** Why a price of a change was not written. */
export const skippedReason = ({ result, found }: ChangedPrice): string =>
  result === 'gone' || found === undefined
    ? 'This item was deleted.'
    : `Another admin changed it to ${formatRupees(found)}.`
