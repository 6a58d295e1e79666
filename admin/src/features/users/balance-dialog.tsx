import { formatPaise, formatRupees, parseAmount, toPaise } from '@jhatpat/shared/contracts/money.ts'
import type { AdminUser } from '@jhatpat/shared/contracts/users.ts'
import { Avatar } from '@jhatpat/shared/ui/avatar.tsx'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { ChoiceGroup } from '@jhatpat/shared/ui/choice.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { type FormEvent, useState } from 'react'
import { useMe } from '../../lib/me.ts'
import { useConfirmDiscard } from '../../lib/use-confirm-discard.tsx'
import { useBalanceChange } from './use-balance-change.ts'
import { unansweredBalance } from './user-texts.ts'

type Direction = 'add' | 'take'

const directions = [
  { value: 'add', label: 'Credit' },
  { value: 'take', label: 'Debit' },
] as const

type BalanceDialogProps = {
  user: AdminUser
  /** Rupees a day that this admin may move without approval. */
  limit: number | undefined
  onClose: () => void
}

/** Adds money to a wallet or takes it out. */
export default function BalanceDialog({ user, limit, onClose }: BalanceDialogProps) {
  const me = useMe()
  const [direction, setDirection] = useState<Direction>('add')
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const change = useBalanceChange(user, JSON.stringify([direction, typed, reason]))
  const { progress } = change.button
  const dropping = useConfirmDiscard(!change.reply && (typed !== '' || reason !== ''), onClose)

  const paise = paiseOf(typed)
  const faults = tried ? errorsOf({ paise, direction, reason, balancePaise: toPaise(user.balance) }) : {}
  const needsApproval = user._id === me._id || limit === 0 || (limit !== undefined && paise > limit * 100)
  const action = actionLabel({ direction, paise, needsApproval })
  // A request in progress may already have taken effect, so the balance is not predicted.
  const isAsking = !['idle', 'offline'].includes(progress.state)

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const found = errorsOf({ paise, direction, reason, balancePaise: toPaise(user.balance) })
    if (found.amount || found.reason || isAsking || change.reply) return
    const rupees = paise / 100
    change.send(direction === 'add' ? rupees : -rupees, reason.trim(), `${action} (${user.name})`)
  }
  const edited = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      set(value)
      change.forgetRefusal()
    }
  }
  return (
    <Dialog open onClose={isAsking ? onClose : dropping.close} title="Add balance">
      <form className="stack" noValidate onSubmit={onSubmit}>
        <div className="row row-3">
          <Avatar name={user.name} />
          <div>
            <p className="b">
              <bdi>{user.name}</bdi>
            </p>
            <p className="sm t2 wrap-any">{`${user.userid} · ${user.email}`}</p>
          </div>
        </div>
        <BalanceResult change={change} />
        {!change.reply && (
          <fieldset className="stack bare" disabled={isAsking}>
            <div className="ways">
              <ChoiceGroup
                label="Action"
                options={directions}
                value={direction}
                onChange={edited(setDirection)}
              />
            </div>
            <Field
              label="Amount"
              prefix="₹"
              inputMode="decimal"
              autoComplete="off"
              maxLength={14}
              value={typed}
              error={faults.amount}
              onChange={(event) => edited(setTyped)(event.target.value)}
            />
            <BalanceAfter before={toPaise(user.balance)} by={direction === 'add' ? paise : -paise} />
            <Field
              label={direction === 'add' ? 'Reason (saved in the audit log)' : 'Reason (required for debit)'}
              maxLength={300}
              value={reason}
              error={faults.reason}
              onChange={(event) => edited(setReason)(event.target.value)}
            />
            <LimitNote limit={limit} needsApproval={needsApproval} own={user._id === me._id} />
          </fieldset>
        )}
        {!isAsking && dropping.question}
        <div className="row row-end wrap">
          <Button variant="quiet" onClick={onClose}>
            {change.reply ? 'Close' : 'Cancel'}
          </Button>
          {!change.reply && (
            <Button
              type="submit"
              variant="accent"
              busy={isAsking && progress.state !== 'unanswered'}
              busyText="Sending…"
              aria-disabled={progress.state === 'unanswered'}
            >
              {action}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}

/** The typed amount in paise; 0 if it is no amount. */
const paiseOf = (typed: string): number => parseAmount(typed.replace(/[\s,₹]/g, '')) ?? 0

type ActionLabelInput = { direction: Direction; paise: number; needsApproval: boolean }

function actionLabel({ direction, paise, needsApproval }: ActionLabelInput): string {
  if (needsApproval) return 'Request approval'
  const amount = paise > 0 ? ` ${formatPaise(paise)}` : ''
  return direction === 'add' ? `Credit${amount}` : `Debit${amount}`
}

type Filled = { paise: number; direction: Direction; reason: string; balancePaise: number }

function errorsOf({ paise, direction, reason, balancePaise }: Filled): { amount?: string; reason?: string } {
  const isLacking = direction === 'take' && paise > balancePaise
  return {
    ...(paise <= 0 ? { amount: 'Please enter a valid amount.' } : {}),
    ...(paise > maxPaise ? { amount: `Maximum ${formatPaise(maxPaise)} at a time` } : {}),
    ...(isLacking ? { amount: 'Insufficient wallet balance' } : {}),
    ...(direction === 'take' && reason.trim() === '' ? { reason: 'Enter a reason.' } : {}),
  }
}

const maxPaise = 1_000_000_000

type Change = ReturnType<typeof useBalanceChange>

/** The result of a wallet adjustment. */
function BalanceResult({ change }: { change: Change }) {
  const { button, reply, refusal } = change
  const { progress } = button
  if (reply) return <Answered reply={reply} />
  if (progress.state === 'offline') {
    return (
      <InlineMessage kind="warn" title="You are offline. Nothing was changed." role="alert">
        Press again when you are back.
      </InlineMessage>
    )
  }
  if (progress.state === 'unanswered') {
    return (
      <InlineMessage kind="bad" icon="wifi-off" title={unansweredBalance} role="alert">
        {`${progress.intent.about}: result unknown. Trying again is safe, it won’t be applied twice.`}
        <span className="row wrap">
          <Button size="sm" icon="refresh-cw" onClick={button.retry}>
            Try again
          </Button>
          <Button size="sm" variant="quiet" onClick={button.stopRetrying}>
            Stop retrying
          </Button>
        </span>
      </InlineMessage>
    )
  }
  if (progress.state === 'waiting' || (progress.state === 'sending' && progress.again)) {
    return (
      <InlineMessage kind="warn" icon="refresh-cw" title={unansweredBalance} role="status">
        No response yet. Retrying automatically, it won’t be applied twice.
      </InlineMessage>
    )
  }
  return refusal ? (
    <InlineMessage kind="bad" title={refusal.text} role="alert">
      No money was moved.
    </InlineMessage>
  ) : null
}

function Answered({ reply }: { reply: NonNullable<Change['reply']> }) {
  if (reply.status === 'pending') {
    return (
      <InlineMessage kind="warn" icon="user-check" title={reply.message} role="status">
        <span>
          Waiting under <AppLink href="/approvals">Approvals</AppLink> for up to 7 days. No money moved yet.
        </span>
      </InlineMessage>
    )
  }
  return (
    <InlineMessage kind="ok" title={reply.message} role="status">
      {`Balance now ${formatRupees(reply.balance, { exact: true })}. Transaction ${groupId(reply.id)}. This page is already up to date.`}
    </InlineMessage>
  )
}

/** The balance after the adjustment. Both in paise. */
function BalanceAfter({ before, by }: { before: number; by: number }) {
  const [from, to] = [formatPaise(before, { exact: true }), formatPaise(before + by, { exact: true })]
  return (
    <div className="inset row between wrap">
      <span className="sm t2">Balance</span>
      {by === 0 ? (
        <b>{from}</b>
      ) : (
        <span className="was">
          <del>{from}</del> <span aria-hidden="true">→</span> <ins>{to}</ins>
        </span>
      )}
    </div>
  )
}

type LimitNoteProps = { limit: number | undefined; needsApproval: boolean; own: boolean }

/** States which approval is needed before any money moves. */
function LimitNote({ limit, needsApproval, own }: LimitNoteProps) {
  if (limit === undefined) return null
  const most = formatRupees(limit)
  if (!needsApproval) {
    return <Hint icon="user-check">{`Up to ${most} per day per customer. Above that needs approval.`}</Hint>
  }
  const title = own
    ? 'Your own wallet needs approval'
    : `${limit === 0 ? 'Any amount' : `Above ${most}`} needs approval`
  return (
    <InlineMessage kind="warn" icon="user-check" title={title}>
      No money moves until approved; the request expires in 7 days.
    </InlineMessage>
  )
}
