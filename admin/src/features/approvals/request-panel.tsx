import type { AdminRequest } from '@jhatpat/shared/contracts/admin-requests.ts'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import { Avatar } from '@jhatpat/shared/ui/avatar.tsx'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { Note } from '@jhatpat/shared/ui/note.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { useState } from 'react'
import { RefuseDialog } from './refuse-dialog.tsx'
import { agreeText, deedOf, endsText } from './request-texts.ts'
import { useAnswer } from './use-answer.ts'

type RequestPanelProps = { request: AdminRequest; isMine: boolean; onSaid: (text: string) => void }

/** One request: who asks for what and why, and, for everyone but who asked, the two answers. */
export function RequestPanel({ request, isMine, onSaid }: RequestPanelProps) {
  const [refusing, setRefusing] = useState(false)
  const answer = useAnswer(request, onSaid)
  const nowMs = useNow(60_000)
  const { askedBy, askedAt, expiresAt } = request
  const hasEnded = Date.parse(expiresAt) <= nowMs
  return (
    <article className="panel request" aria-labelledby={`request-${request.id}`}>
      <div className="request-what">
        <p className="row wrap sm t2">
          <Avatar name={askedBy.name} me={isMine} />
          <span>
            <b>{isMine ? 'You' : askedBy.name}</b> {isMine ? 'asked' : 'asks'},{' '}
            <TimeText at={askedAt} as="ago" />
          </span>
          <span className="t3">{endsText(expiresAt, nowMs)}</span>
        </p>
        <h2 className="d3" id={`request-${request.id}`}>
          {deedOf(request)}
        </h2>
        {request.kind === 'balance' && <After {...request} />}
        <Facts {...request} />
        {answer.error && (
          <Note kind="bad" title={answer.error} role="alert">
            {answer.mayBeDone && 'Answer again: nothing is done twice.'}
          </Note>
        )}
      </div>
      {isMine ? (
        <p className="sm t2">Another admin has to answer.</p>
      ) : (
        <div className="request-acts">
          <Button
            block
            variant="ok"
            icon="check"
            disabled={hasEnded}
            busy={answer.isSending('approve')}
            busyText="Sending"
            onClick={() => answer.send('approve')}
          >
            {agreeText(request)}
          </Button>
          <Button block disabled={hasEnded || answer.isSending('approve')} onClick={() => setRefusing(true)}>
            Refuse…
          </Button>
        </div>
      )}
      {refusing && <RefuseDialog {...{ request, answer }} onClose={() => setRefusing(false)} />}
    </article>
  )
}

function After({ balance, amount }: AdminRequest) {
  const after = balance + amount
  return (
    <p className="was request-was">
      <del>{formatRupees(balance, { exact: true })}</del> <span aria-hidden="true">→</span>{' '}
      <ins className={after < 0 ? 'bad-text' : undefined}>{formatRupees(after, { exact: true })}</ins>
    </p>
  )
}

function Facts({ reason, userid, email }: AdminRequest) {
  return (
    <dl className="request-facts sm">
      <dt>Reason</dt>
      <dd>{reason || 'None given'}</dd>
      <dt>Account</dt>
      <dd>
        <AppLink className="link" href={`/usersdata?search=${encodeURIComponent(userid)}`}>
          {userid}
        </AppLink>{' '}
        <span className="wrap-any">{email}</span>
      </dd>
    </dl>
  )
}
