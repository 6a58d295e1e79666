import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { keysOnAtom } from '../../lib/alerts.ts'

type TicketKeys = { rows: readonly BoardOrder[]; chosen: string; onHelp: () => void }

/** J and K open the next and the previous report, A goes to its answer, ? lists them; where nothing is typed and no window is open. */
export function useTicketKeys({ rows, chosen, onHelp }: TicketKeys): void {
  const isOn = useAtomValue(keysOnAtom)
  const open = (step: 1 | -1) => {
    const at = rows.findIndex(({ orderid }) => orderid === chosen)
    const next = rows[at === -1 ? 0 : at + step]
    const link = next && document.getElementById(`ticket-${next.orderid}`)
    link?.click()
    link?.focus()
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || isTyped(event)) return
    const key = event.key.toLowerCase()
    if (key === 'j') open(1)
    else if (key === 'k') open(-1)
    else if (key === '?') onHelp()
    else if (key === 'a') document.getElementById('ticket-answer')?.focus()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function isTyped({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isField = target instanceof Element && target.closest('input, textarea, select, dialog') !== null
  return isField || ctrlKey || metaKey || altKey || document.querySelector('dialog[open]') !== null
}
