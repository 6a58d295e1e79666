import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { keysOnAtom } from '../../lib/alerts.ts'
import { useMe } from '../../lib/me.ts'
import { actionOf, type BoardAction } from './board-keys.ts'
import type { MoveTo } from './bulk-plan.ts'
import { holderOf, quickStepOf } from './claim.ts'
import { choicesFor, openPacksOf, type PackAnswer } from './pack-answers.ts'
import type { BoardMoves } from './use-board-moves.ts'
import type { OpenRow } from './use-open-row.ts'

type Keyboard = {
  row: OpenRow
  act: Pick<BoardMoves, 'claim' | 'move'>
  onHelp: () => void
  onSelect: (orderid: string) => void
  onSearch: () => void
}

/** The board's single keys, while they are switched on. */
export function useBoardKeyboard({ row, act, onHelp, onSelect, onSearch }: Keyboard): void {
  const on = useAtomValue(keysOnAtom)
  const me = useMe()

  const moveTo = (to: MoveTo) => {
    if (!row.order?.nextSteps.includes(to)) return
    const holder = holderOf(row.order, me, Date.now())
    if (holder.kind === 'other') return
    if (to === 'Completed' && quickStepOf(row.order, holder) === 'complete') void act.move(row.order, to)
    else row.ask(row.order.orderid, to)
  }
  /** Of several open packs the keys mean the first. @returns whether the order has one */
  const answerPack = (answer: PackAnswer): boolean => {
    const pack = row.order && openPacksOf(row.order)[0]
    if (!row.order || !pack) return false
    const choice = choicesFor(row.order, pack).find(({ decision }) => decision.answer === answer)
    const isOthers = holderOf(row.order, me, Date.now()).kind === 'other'
    if (choice && !isOthers) row.ask(row.order.orderid, choice.decision)
    return true
  }
  const claim = () => {
    if (!row.order) return
    const holder = holderOf(row.order, me, Date.now())
    if (holder.kind !== 'me') void act.claim(row.order, holder.kind === 'other' ? 'take_over' : 'claim')
  }
  const run: Record<BoardAction, () => unknown> = {
    next: () => row.step(1),
    previous: () => row.step(-1),
    claim,
    complete: () => answerPack('delivered') || moveTo('Completed'),
    send_again: () => answerPack('send_again'),
    refund: () => answerPack('refund') || moveTo('Refunded'),
    cancel: () => moveTo('Cancelled'),
    select: () => row.order && onSelect(row.order.orderid),
    search: onSearch,
    help: onHelp,
    close: row.close,
  }
  const answer = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || document.querySelector('dialog[open]')) return
    const action = actionOf(event)
    if (!action) return
    event.preventDefault()
    run[action]()
  })
  useEffect(() => {
    if (!on) return
    const listen = (event: KeyboardEvent) => answer(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [on])
}
