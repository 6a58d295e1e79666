import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { serverNow } from '@jhatpat/shared/ui/format/server-time.ts'
import { Hint, type HintTone } from '@jhatpat/shared/ui/hint.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { Picture } from '@jhatpat/shared/ui/picture.tsx'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { type FormEvent, useState } from 'react'
import { useMe } from '../../lib/me.ts'
import { useRefundLimit } from '../../lib/refund-limit.ts'
import { RefundLimitNote } from '../../lib/refund-limit-note.tsx'
import { holdAction, undoMsAtom } from '../../lib/undo/held-actions.tsx'
import { useConfirmDiscard } from '../../lib/use-confirm-discard.tsx'
import { customerOf, rupeesOf } from './board-texts.ts'
import { type BulkLine, bulkPlan } from './bulk-plan.ts'
import { ReasonField } from './reason-field.tsx'
import type { TransitionTarget } from './transition-targets.ts'
import type { ActionResult, BoardCommands } from './use-board-commands.ts'

type BulkDialogProps = {
  orders: readonly BoardOrder[]
  to: TransitionTarget
  transition: BoardCommands['transition']
  /** Called once it is confirmed, while it can still be undone. */
  onHeld: () => void
  onClose: () => void
}

/** `canRequestApproval`: the refused refund can be sent for approval. */
type Result = { tone: HintTone; text: string; canRequestApproval?: boolean }

const verbs: Record<TransitionTarget, string> = {
  Completed: 'Complete',
  Refunded: 'Refund',
  Cancelled: 'Cancel',
}

/**
 * Changes several orders at once: shows first what would happen to each. While it can be undone the dialog is
 * hidden, and an undo leads back to it. Results are shown where something was refused.
 */
export default function BulkDialog({ orders, to, transition, onHeld, onClose }: BulkDialogProps) {
  const me = useMe()
  const { store } = useServices()
  const refundLimit = useRefundLimit()
  // Fixed at opening: orders leave the board one by one while the changes run.
  const [chosen] = useState(() => ({ orders, nowMs: serverNow() }))
  const lines = bulkPlan(chosen.orders, to, { me, nowMs: chosen.nowMs, refundLimit })
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map())
  const [stage, setStage] = useState<'preview' | 'held' | 'running' | 'done'>('preview')
  const [reason, setReason] = useState('')
  const applicable = lines.filter((line) => line.isApplicable)
  const refused = applicable.filter(({ order }) => results.get(order.orderid)?.canRequestApproval)
  const toRequest = refused.map((line) => ({ ...line, needsApproval: true as const }))

  const run = async (entries: readonly BulkLine[]) => {
    setStage('running')
    const outcomes: Result[] = []
    for (const line of entries) {
      const { order } = line
      const result = await transition(order, to, {
        reason,
        isConfirmed: true,
        ...(line.needsApproval && { requestApproval: true }),
      })
      const outcome = resultOf(line, to, result)
      outcomes.push(outcome)
      setResults((before) => new Map(before).set(order.orderid, outcome))
    }
    if (outcomes.some(({ tone }) => tone !== 'ok')) return setStage('done')
    pushToast(store, { kind: 'ok', text: `${resultTitle(to, outcomes)}.` })
    onClose()
  }
  const confirm = async () => {
    const orderids = applicable.map(({ order }) => order.orderid)
    if (store.get(undoMsAtom) > 0) setStage('held')
    onHeld()
    if (await holdAction(store, { title: to, text: countOf(applicable), orderids })) await run(applicable)
    else setStage('preview')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (stage === 'preview') void confirm()
  }
  const isTyped = stage === 'preview' && reason.trim() !== ''
  const { close, question } = useConfirmDiscard(isTyped, onClose)
  const isRunning = stage === 'running'
  const leave = (exit: () => void) => () => isRunning || exit()
  if (stage === 'held') return null

  return (
    <Dialog
      open
      onClose={leave(close)}
      title={stage === 'done' ? resultTitle(to, [...results.values()]) : titleOf(to, applicable)}
    >
      <form className="stack" onSubmit={submit}>
        {to === 'Refunded' && stage === 'preview' && <RefundLimitNote />}
        <ul className="stack">
          {lines.map((line) => (
            <BulkRow key={line.order.orderid} line={line} result={results.get(line.order.orderid)} />
          ))}
        </ul>
        {stage === 'preview' && (
          <ReasonField
            label="Reason (saved on each order)"
            hint="Optional. Shown to the customer."
            to={to}
            value={reason}
            onChange={setReason}
          />
        )}
        {stage === 'preview' && question}
        <div className="row row-end wrap">
          {stage === 'done' ? (
            <>
              <Button variant={toRequest.length > 0 ? 'quiet' : undefined} onClick={onClose}>
                Done
              </Button>
              {toRequest.length > 0 && (
                <Button variant="accent" onClick={() => run(toRequest)}>
                  {titleOf(to, toRequest)}
                </Button>
              )}
            </>
          ) : (
            <>
              <Button variant="quiet" aria-disabled={isRunning} onClick={leave(onClose)}>
                Cancel
              </Button>
              <Button
                type="submit"
                variant="accent"
                busy={isRunning}
                busyText="Saving…"
                disabled={applicable.length === 0}
              >
                {titleOf(to, applicable)}
              </Button>
            </>
          )}
        </div>
      </form>
    </Dialog>
  )
}

const playerOf = ({ input1, input2 }: BoardOrder) => (input2 ? `${input1} (${input2})` : input1)

function resultOf({ needsApproval }: BulkLine, to: TransitionTarget, result: ActionResult): Result {
  if (result.ok) return { tone: 'ok', text: needsApproval ? 'Approval requested' : to }
  if (result.canRequestApproval)
    return { tone: 'warn', text: 'Needs approval. Nothing was refunded.', canRequestApproval: true }
  return { tone: 'bad', text: `${result.note.title}. ${result.note.text}` }
}

type BulkRowProps = { line: BulkLine; result: Result | undefined }

function BulkRow({ line, result }: BulkRowProps) {
  const { order, isApplicable, reason } = line
  return (
    <li className="row row-3">
      <Picture className="thumb" src={order.product.imgpath} width={40} height={40} />
      <span className="grow">
        <span className="b sm lines">{order.itemname}</span>
        <span className="xs t2 lines">
          {customerOf(order)}, <span className="mono wrap-any">{playerOf(order)}</span>
        </span>
        {result ? (
          <Hint tone={result.tone}>{result.text}</Hint>
        ) : (
          <Hint tone={isApplicable ? 'ok' : 'warn'} {...(isApplicable ? {} : { icon: 'hand' })}>
            {reason}
          </Hint>
        )}
      </span>
      <span className="b num">
        <Money rupees={order.refundable} className="plain" />
      </span>
    </li>
  )
}

/** What would be done, and separately what would only be sent for approval. */
function titleOf(to: TransitionTarget, applicable: readonly BulkLine[]): string {
  const [toRequest, toChange] = [
    applicable.filter(({ needsApproval }) => needsApproval),
    applicable.filter(({ needsApproval }) => !needsApproval),
  ]
  if (toRequest.length === 0) return `${verbs[to]} ${countOf(toChange)}`
  if (toChange.length === 0) return `Request approval for ${countOf(toRequest)}`
  return `${verbs[to]} ${countOf(toChange)}, request approval for ${countOf(toRequest)}`
}

/** The results in one sentence. */
function resultTitle(to: TransitionTarget, results: readonly Result[]): string {
  const total = results.length
  const changed = results.filter(({ text }) => text === to).length
  const requested = results.filter(({ tone, text }) => tone === 'ok' && text !== to).length
  const count = `${changed === total ? '' : `${changed} of `}${total} ${total === 1 ? 'order' : 'orders'}`
  return `${count} ${to.toLowerCase()}${requested > 0 ? `, approval requested for ${requested}` : ''}`
}

function countOf(lines: readonly BulkLine[]): string {
  const count = lines.length === 1 ? '1 order' : `${lines.length} orders`
  return `${count}, ${rupeesOf(lines.map((line) => line.order))}`
}
