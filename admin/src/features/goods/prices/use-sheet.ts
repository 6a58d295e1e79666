import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type AdminItem, updateItem } from '@jhatpat/shared/contracts/admin-items.ts'
import type { Call } from '@jhatpat/shared/contracts/http/client.ts'
import { toRupees } from '@jhatpat/shared/contracts/money.ts'
import { pushToast, type Toast } from '@jhatpat/shared/ui/toasts.ts'
import { useState } from 'react'
import { messageOf } from '../../../lib/message-of.ts'
import { useReloadGoods } from '../use-goods.ts'
import { said } from './price-texts.ts'
import { type CellId, changesOf, type Pasted, paste, type RowChange } from './sheet.ts'
import { useTyped } from './use-typed.ts'

/** The sheet's state: what was typed, what was pasted last, and which rows were refused and why. */
export function useSheet(items: readonly AdminItem[]) {
  const { call, store } = useServices()
  const reload = useReloadGoods()
  const typed = useTyped(items)
  const { drafts } = typed
  const [pasted, setPasted] = useState<Pasted>()
  const [refused, setRefused] = useState<Readonly<Record<number, string>>>({})
  const [isSaving, setIsSaving] = useState(false)
  const changes = changesOf(items, drafts)
  const ready = changes.filter(({ unread }) => !unread)

  /** One row after the other: each is saved whole, or refused and kept as it was typed. */
  const apply = async () => {
    if (isSaving || ready.length === 0) return
    setIsSaving(true)
    const failed: Record<number, string> = {}
    const saved = new Set<number>()
    for (const change of ready) {
      const { itemid } = change.item
      await send(call, change, typed.seenOf(change.item)).then(
        () => saved.add(itemid),
        (error: unknown) => {
          failed[itemid] = messageOf(error)
        },
      )
    }
    await reload()
    typed.answered(new Set(ready.map(({ item }) => item.itemid)), { sent: drafts, saved })
    setRefused(failed)
    setPasted((now) => (now === pasted ? undefined : now))
    setIsSaving(false)
    pushToast(store, outcome(Object.values(failed), ready.length))
  }

  return {
    ...{ drafts, changes, ready, refused, pasted, isSaving, apply },
    type: (id: CellId, text: string | undefined) =>
      typed.change(({ [id]: _before, ...others }) =>
        text === undefined ? others : { ...others, [id]: text },
      ),
    pasteAt: (text: string, at: Parameters<typeof paste>[1], shown: readonly AdminItem[]) => {
      const news = paste(text, at, shown)
      setPasted(news)
      typed.change((before) => ({ ...before, ...news.drafts }))
    },
    discard: () => {
      typed.drop()
      setPasted(undefined)
      setRefused({})
    },
    moveOn: typed.moveOn,
  }
}

function outcome(whys: readonly string[], count: number): Omit<Toast, 'id'> {
  const [why] = whys
  if (why === undefined) return { kind: 'ok', text: said.saved }
  return { kind: 'bad', title: said.failed, text: `${whys.length} of ${count}: ${why}` }
}

const send = (call: Call, { item, pricePaise, resellPaise }: RowChange, __v: number) =>
  call(updateItem, {
    params: { itemId: item.itemid },
    body: {
      ...{ price: toRupees(pricePaise), resellPrice: toRupees(resellPaise) },
      ...{ itemInstock: item.inStock, __v },
    },
  })

export type Sheet = ReturnType<typeof useSheet>
