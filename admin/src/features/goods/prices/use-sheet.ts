import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type AdminItem, updateItem } from '@jhatpat/shared/contracts/admin-items.ts'
import type { Call } from '@jhatpat/shared/contracts/http/client.ts'
import { toRupees } from '@jhatpat/shared/contracts/money.ts'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useState } from 'react'
import { messageOf } from '../../../lib/message-of.ts'
import { useReloadGoods } from '../use-goods.ts'
import { said } from './price-texts.ts'
import {
  type CellId,
  cellId,
  changesOf,
  columns,
  type Drafts,
  type Pasted,
  paste,
  type RowChange,
} from './sheet.ts'

/** The sheet's state: what was typed, what was pasted last, and which rows were refused and why. */
export function useSheet(items: readonly AdminItem[]) {
  const { call, store } = useServices()
  const reload = useReloadGoods()
  const [drafts, setDrafts] = useState<Drafts>({})
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
    const done: CellId[] = []
    for (const change of ready) {
      const { itemid } = change.item
      await send(call, change).then(
        () => done.push(...columns.map((column) => cellId(itemid, column))),
        (error: unknown) => {
          failed[itemid] = messageOf(error)
        },
      )
    }
    await reload()
    setDrafts((before) =>
      Object.fromEntries(Object.entries(before).filter(([id]) => !done.includes(id as CellId))),
    )
    setRefused(failed)
    setPasted(undefined)
    setIsSaving(false)
    const [why] = Object.values(failed)
    pushToast(
      store,
      why === undefined
        ? { kind: 'ok', text: said.saved }
        : {
            kind: 'bad',
            title: said.failed,
            text: `${Object.keys(failed).length} of ${ready.length}: ${why}`,
          },
    )
  }

  return {
    ...{ drafts, changes, ready, refused, pasted, isSaving, apply },
    type: (id: CellId, text: string | undefined) =>
      setDrafts(({ [id]: _before, ...others }) => (text === undefined ? others : { ...others, [id]: text })),
    pasteAt: (text: string, at: Parameters<typeof paste>[1], shown: readonly AdminItem[]) => {
      const news = paste(text, at, shown)
      setPasted(news)
      setDrafts((before) => ({ ...before, ...news.drafts }))
    },
    discard: () => {
      setDrafts({})
      setPasted(undefined)
      setRefused({})
    },
  }
}

const send = (call: Call, { item, pricePaise, resellPaise }: RowChange) =>
  call(updateItem, {
    params: { itemId: item.itemid },
    body: {
      ...{ price: toRupees(pricePaise), resellPrice: toRupees(resellPaise) },
      ...{ itemInstock: item.inStock, __v: item.__v },
    },
  })

export type Sheet = ReturnType<typeof useSheet>
