import { formatPaise, formatRupees } from '@jhatpat/shared/contracts/money.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import type { useBalanceChange } from './use-balance-change.ts'
import { unansweredBalance } from './user-texts.ts'

type Change = ReturnType<typeof useBalanceChange>

/** The result of a wallet adjustment. */
export function BalanceResult({ change }: { change: Change }) {
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
        {`${progress.intent.about}: nobody knows whether it was done. Ask again as often as you like: it is the same request, and nothing moves twice.`}
        <span className="row wrap">
          <Button size="sm" icon="refresh-cw" onClick={button.retry}>
            Ask again
          </Button>
          <Button size="sm" variant="quiet" onClick={button.stopRetrying}>
            Stop asking
          </Button>
        </span>
      </InlineMessage>
    )
  }
  if (progress.state === 'waiting' || (progress.state === 'sending' && progress.again)) {
    return (
      <InlineMessage kind="warn" icon="refresh-cw" title={unansweredBalance} role="status">
        {`No answer yet to: ${progress.intent.about}. It is asked for again by itself; nothing moves twice.`}
      </InlineMessage>
    )
  }
  return refusal ? (
    <InlineMessage kind="bad" title={refusal.text} role="alert">
      Nothing was moved.
    </InlineMessage>
  ) : null
}

function Answered({ reply }: { reply: NonNullable<Change['reply']> }) {
  if (reply.status === 'pending') {
    return (
      <InlineMessage kind="warn" icon="user-check" title={reply.message} role="status">
        <span>
          It waits under <AppLink href="/approvals">Approvals</AppLink> for seven days. Nothing has moved yet.
        </span>
      </InlineMessage>
    )
  }
  return (
    <InlineMessage kind="ok" title={reply.message} role="status">
      {`In the wallet now: ${formatRupees(reply.balance, { exact: true })}. Written down as ${groupId(reply.id)}.`}
    </InlineMessage>
  )
}

/** The balance after the adjustment. Both in paise. */
export function BalanceAfter({ before, by }: { before: number; by: number }) {
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
export function LimitNote({ limit, needsApproval, own }: LimitNoteProps) {
  if (limit === undefined) return null
  const most = formatRupees(limit)
  if (!needsApproval) {
    return (
      <Hint icon="user-check">
        {`Up to ${most} a day for one customer you decide alone. Above it a second admin has to agree.`}
      </Hint>
    )
  }
  const title = own
    ? 'Your own wallet: a second admin has to agree'
    : `Above ${most}: a second admin has to agree`
  return (
    <InlineMessage kind="warn" icon="user-check" title={title}>
      Nothing moves before; the request ends after seven days.
    </InlineMessage>
  )
}
