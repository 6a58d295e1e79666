import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { serverNow } from '@jhatpat/shared/ui/format/server-time.ts'
import { Hint, type HintTone } from '@jhatpat/shared/ui/hint.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { Picture } from '@jhatpat/shared/ui/picture.tsx'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useMe } from '../../lib/me.ts'
import { useRefundLimit } from '../../lib/refund-limit.ts'
import { RefundLimitNote } from '../../lib/refund-limit-note.tsx'
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
  onClose: () => void
}

/** `canRequestApproval`: the refused refund can be sent for approval. */
type Result = { tone: HintTone; text: string; canRequestApproval?: boolean }

const verbs: Record<TransitionTarget, string> = {
  Completed: 'Complete',
  Refunded: 'Refund',
  Cancelled: 'Cancel',
}

/** Changes several orders at once: shows first what would happen to each, then the results. */
export default function BulkDialog({ orders, to, transition, onClose }: BulkDialogProps) {
  const me = useMe()
  const refundLimit = useRefundLimit()
  // Fixed at opening: orders leave the board one by one while the changes run.
  const [chosen] = useState(() => ({ orders, nowMs: serverNow() }))
  const lines = bulkPlan(chosen.orders, to, { me, nowMs: chosen.nowMs, refundLimit })
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map())
  const [stage, setStage] = useState<'preview' | 'running' | 'done'>('preview')
  const [reason, setReason] = useState('')
  const [codeOf, setCodes] = useState<ReadonlyMap<string, string>>(new Map())
  const applicable = lines.filter((line) => line.isApplicable)
  const refused = applicable.filter(({ order }) => results.get(order.orderid)?.canRequestApproval)
  const toRequest = refused.map((line) => ({ ...line, needsApproval: true as const }))

  const run = async (entries: readonly BulkLine[]) => {
    setStage('running')
    for (const line of entries) {
      const { order } = line
      const code = codeOf.get(order.orderid)?.trim()
      const codes = code ? [{ label: 'Code', value: code }] : undefined
      const result = await transition(order, to, {
        reason,
        codes,
        ...(line.needsApproval && { requestApproval: true }),
      })
      setResults((before) => new Map(before).set(order.orderid, resultOf(line, to, result)))
    }
    setStage('done')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (stage === 'preview') void run(applicable)
  }
  const isTyped = [reason, ...codeOf.values()].some((text) => text.trim() !== '')
  const { close, question } = useConfirmDiscard(stage !== 'done' && isTyped, onClose)
  const isRunning = stage === 'running'
  const leave = (exit: () => void) => () => isRunning || exit()

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
            <BulkRow key={line.order.orderid} line={line} result={results.get(line.order.orderid)}>
              {stage === 'preview' && to === 'Completed' && line.isApplicable && line.order.needsCodes && (
                <Field
                  small
                  label={`Code or login for ${customerOf(line.order)}`}
                  hint="Optional. Kept sealed for the customer."
                  autoComplete="off"
                  maxLength={500}
                  value={codeOf.get(line.order.orderid) ?? ''}
                  onChange={({ target }) =>
                    setCodes((before) => new Map(before).set(line.order.orderid, target.value))
                  }
                />
              )}
            </BulkRow>
          ))}
        </ul>
        {stage === 'preview' && (
          <ReasonField
            label="Reason, kept with each order"
            hint="Optional. The customer sees it."
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
                Back
              </Button>
              <Button
                type="submit"
                variant="accent"
                busy={isRunning}
                busyText="Saving"
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

function resultOf({ needsApproval }: BulkLine, to: TransitionTarget, result: ActionResult): Result {
  if (result.ok) return { tone: 'ok', text: needsApproval ? 'Asked for approval' : to }
  if (result.canRequestApproval)
    return { tone: 'warn', text: 'Needs a second person. Nothing was refunded.', canRequestApproval: true }
  return { tone: 'bad', text: `${result.note.title}. ${result.note.text}` }
}

type BulkRowProps = { line: BulkLine; result: Result | undefined; children: ReactNode }

function BulkRow({ line, result, children }: BulkRowProps) {
  const { order, isApplicable, reason } = line
  return (
    <li className="row row-3">
      <Picture className="thumb" src={order.product.imgpath} width={40} height={40} />
      <span className="grow">
        <span className="b sm lines">{order.itemname}</span>
        <span className="xs t2 lines">{customerOf(order)}</span>
        {result ? (
          <Hint tone={result.tone}>{result.text}</Hint>
        ) : (
          <Hint tone={isApplicable ? 'ok' : 'warn'} {...(isApplicable ? {} : { icon: 'hand' })}>
            {reason}
          </Hint>
        )}
        {children}
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
  if (toChange.length === 0) return `Ask for approval of ${countOf(toRequest)}`
  return `${verbs[to]} ${countOf(toChange)}; ask for ${countOf(toRequest)}`
}

/** The results in one sentence. */
function resultTitle(to: TransitionTarget, results: readonly Result[]): string {
  const total = results.length
  const changed = results.filter(({ text }) => text === to).length
  const requested = results.filter(({ tone, text }) => tone === 'ok' && text !== to).length
  const count = `${changed === total ? '' : `${changed} of `}${total} ${total === 1 ? 'order' : 'orders'}`
  return `${count} ${to.toLowerCase()}${requested > 0 ? `, ${requested} asked for` : ''}`
}

function countOf(lines: readonly BulkLine[]): string {
  const count = lines.length === 1 ? '1 order' : `${lines.length} orders`
  return `${count}, ${rupeesOf(lines.map((line) => line.order))}`
}
