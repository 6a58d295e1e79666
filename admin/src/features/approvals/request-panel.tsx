import { outcomeOf } from '@jhatpat/shared/browser/outcome.ts'
import { decideApprovalRequest } from '@jhatpat/shared/contracts/approval-decisions.ts'
import type { ApprovalRequest } from '@jhatpat/shared/contracts/approval-requests.ts'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import { Avatar } from '@jhatpat/shared/ui/avatar.tsx'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { TextArea } from '@jhatpat/shared/ui/text-area.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { useState } from 'react'
import { CustomerLink } from '../../lib/customer-link.tsx'
import { FormDialog } from '../../lib/form-dialog.tsx'
import { useMe } from '../../lib/me.ts'
import { messageOf } from '../../lib/message-of.ts'
import { requestsKey } from '../../lib/requests.ts'
import { useSend } from '../../lib/use-send.ts'
import { actionText, agreeText, endsText, erasureEffect, refundEffect, stateTexts } from './request-texts.ts'

const RefundEvidence = lazyComponent(() => import('./refund-evidence.tsx'))

type RequestPanelProps = { request: ApprovalRequest; isMine: boolean; onMessage: (text: string) => void }

/** An approval request. Its requester can withdraw it; other admins can approve or reject it. */
export function RequestPanel({ request, isMine, onMessage }: RequestPanelProps) {
  const [refusing, setRefusing] = useState(false)
  const decision = useDecision(request, onMessage)
  const nowMs = useNow(60_000)
  const hasEnded = Date.parse(request.expiresAt) <= nowMs
  const me = useMe()
  const isOwnConfirmation = request.erasure?.confirmedBy?._id === me._id
  const hasObstacles = (request.erasure?.obstacles.length ?? 0) > 0
  return (
    <article className="panel request" aria-labelledby={`request-${request.id}`}>
      <div className="request-what">
        <What request={request} isMine={isMine} ends={endsText(request.expiresAt, nowMs)} />
        {decision.error && (
          <InlineMessage kind="bad" title={messageOf(decision.error)} role="alert">
            {decision.mayBeDone && 'Try again, it won’t be applied twice.'}
          </InlineMessage>
        )}
      </div>
      <div className="request-actions">
        {isMine ? (
          <>
            <p className="sm t2">Another admin must decide.</p>
            <Button
              block
              busy={decision.isSending('withdraw')}
              busyText="Sending…"
              onClick={() => decision.send('withdraw')}
            >
              Withdraw
            </Button>
          </>
        ) : (
          <>
            {isOwnConfirmation && (
              <p className="sm t2">You have confirmed it. Another staff member must also confirm it.</p>
            )}
            {request.refund?.codeRevealed && (
              <p className="sm b bad-text">The customer viewed the delivered code.</p>
            )}
            <Button
              block
              variant="ok"
              icon="check"
              disabled={hasEnded || isOwnConfirmation || hasObstacles}
              busy={decision.isSending('approve')}
              busyText="Sending…"
              onClick={() => decision.send('approve')}
            >
              {agreeText(request)}
            </Button>
            <Button
              block
              disabled={hasEnded || decision.isSending('approve')}
              onClick={() => setRefusing(true)}
            >
              Reject…
            </Button>
          </>
        )}
      </div>
      {refusing && <RejectDialog request={request} decision={decision} onClose={() => setRefusing(false)} />}
    </article>
  )
}

/** A request that has been decided. */
export function DecidedRequest({ request, isMine }: Pick<RequestPanelProps, 'request' | 'isMine'>) {
  const { decided, state } = request
  return (
    <article className="panel request" aria-labelledby={`request-${request.id}`}>
      <div className="request-what">
        <What request={request} isMine={isMine} />
      </div>
      {decided && (
        <p className="sm t2">
          <b className={state === 'approved' ? 'ok-text' : 't1'}>{stateTexts[state]}</b> by {decided.name},{' '}
          <TimeText at={decided.at} as="ago" />
          {decided.reason && <span className="lines wrap-any">“{decided.reason}”</span>}
        </p>
      )}
    </article>
  )
}

function What({ request, isMine, ends }: { request: ApprovalRequest; isMine: boolean; ends?: string }) {
  const { askedBy, askedAt, kind, takesEffectAt } = request
  return (
    <>
      <p className="row wrap sm t2">
        <Avatar name={askedBy.name} me={isMine} />
        <span>
          <b>{isMine ? 'You' : askedBy.name}</b> requested this <TimeText at={askedAt} as="ago" />
        </span>
        {ends && <span className="t3">{ends}</span>}
      </p>
      <h2 className="d3" id={`request-${request.id}`}>
        {actionText(request)}
      </h2>
      {takesEffectAt && ends && (
        <p className="sm t2">
          Without another owner’s approval it takes effect on <TimeText at={takesEffectAt} />, unless an owner
          rejects it.
        </p>
      )}
      {(kind === 'balance' || kind === 'refund') && ends && <After {...request} />}
      <Facts {...request} />
      {request.refund?.evidence && ends && (
        <Optional>
          <RefundEvidence evidence={request.refund.evidence} />
        </Optional>
      )}
      {request.erasure && ends && (
        <p className={request.erasure.obstacles.length > 0 ? 'sm bad-text' : 'sm t2'}>
          {erasureEffect(request.erasure)}
        </p>
      )}
      {kind === 'refund' && ends && (
        <p className={request.refund?.isChanged ? 'sm bad-text' : 'sm t2'}>{refundEffect(request)}</p>
      )}
    </>
  )
}

function After({ balance, amount }: ApprovalRequest) {
  const after = balance + amount
  return (
    <p className="was request-was">
      <del>{formatRupees(balance, { exact: true })}</del> <span aria-hidden="true">→</span>{' '}
      <ins className={after < 0 ? 'bad-text' : undefined}>{formatRupees(after, { exact: true })}</ins>
    </p>
  )
}

function Facts({ reason, userId, userid, email, refund, erasure }: ApprovalRequest) {
  return (
    <dl className="request-facts sm">
      <dt>Reason</dt>
      <dd>{reason || (erasure?.byCustomer ? 'Requested in the profile' : 'No reason given')}</dd>
      {erasure && (
        <>
          {erasure.confirmedBy && (
            <>
              <dt>Confirmed</dt>
              <dd>{erasure.confirmedBy.name}</dd>
            </>
          )}
          <dt>Not before</dt>
          <dd>
            <TimeText at={erasure.from} />
          </dd>
        </>
      )}
      {refund && (
        <>
          <dt>Order</dt>
          <dd>
            <AppLink className="link mono" href={`/txn/${refund.orderid}`}>
              {groupId(refund.orderid)}
            </AppLink>
          </dd>
        </>
      )}
      <dt>Account</dt>
      <dd>
        {userid && <CustomerLink id={userId}>{userid}</CustomerLink>}{' '}
        <span className="wrap-any">{email}</span>
      </dd>
    </dl>
  )
}

type RejectDialogProps = {
  request: ApprovalRequest
  decision: ReturnType<typeof useDecision>
  onClose: () => void
}

/** Asks for the reason of a rejection. Closes when the decided request leaves the list. */
function RejectDialog({ request, decision, onClose }: RejectDialogProps) {
  const [reason, setReason] = useState('')
  const isEmpty = reason.trim() === ''
  return (
    <FormDialog
      title={`Reject ${request.askedBy.name}’s request`}
      error={decision.error}
      cancel="Cancel"
      action="Reject"
      isBusy={decision.isSending('reject')}
      busyText="Sending…"
      button={{ variant: 'bad', disabled: isEmpty }}
      onSubmit={() => {
        if (!isEmpty) decision.send('reject', reason.trim())
      }}
      onClose={onClose}
    >
      <p className="sm t2">{actionText(request)}</p>
      <TextArea
        label={
          request.erasure?.byCustomer ? 'Reason (staff only)' : `Reason (shown to ${request.askedBy.name})`
        }
        maxLength={300}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}

type Answer = 'approve' | 'reject' | 'withdraw'

/**
 * Decides a request. The idempotency key is kept until the result is certain, so that a retry
 * cannot decide twice.
 */
function useDecision({ id }: ApprovalRequest, onMessage: (text: string) => void) {
  const { mutate, isPending, variables, error } = useSend(decideApprovalRequest, {
    params: { id },
    reads: requestsKey,
    onDone: ({ message }) => onMessage(message),
  })
  return {
    error,
    /** The outcome of the last call is unknown. */
    mayBeDone: error !== null && outcomeOf(error) === 'unclear',
    isSending: (decision: Answer) => isPending && variables.decision === decision,
    send: (decision: Answer, reason = '') => {
      if (!isPending) mutate({ decision, ...(reason ? { reason } : {}) })
    },
  }
}
