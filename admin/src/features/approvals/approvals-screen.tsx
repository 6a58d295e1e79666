import type { ApprovalRequest } from '@jhatpat/shared/contracts/approval-requests.ts'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import { Tabs } from '@jhatpat/shared/ui/tabs.tsx'
import { useState } from 'react'
import { LoadError } from '../../lib/load-error.tsx'
import { useMe } from '../../lib/me.ts'
import { messageOf } from '../../lib/message-of.ts'
import { PageBar } from '../../lib/page-bar.tsx'
import { useAnsweredRequests, useRequests } from '../../lib/requests.ts'
import { WaitRows } from '../../lib/wait-rows.tsx'
import { DecidedRequest, RequestPanel } from './request-panel.tsx'

type Tab = 'others' | 'mine' | 'decided'

/** Lists the requests that a second admin approves or rejects. */
export default function ApprovalsScreen() {
  const { data, error, refetch } = useRequests()
  const [message, setMessage] = useState<string>()
  return (
    <>
      <PageBar title="Approvals" />
      {message && <InlineMessage kind="ok" title={message} role="status" className="request-said" />}
      {error && data && (
        <InlineMessage kind="bad" title={`Error: ${messageOf(error)}`} role="alert">
          Showing the last loaded data. Retrying automatically.
        </InlineMessage>
      )}
      {data ? (
        <Requests requests={data} onMessage={setMessage} />
      ) : error ? (
        <LoadError error={error} onRetry={refetch} />
      ) : (
        <WaitRows rows={1} height={210} />
      )}
    </>
  )
}

type Lists = { requests: readonly ApprovalRequest[]; onMessage: (text: string) => void }

function Requests({ requests, onMessage }: Lists) {
  const me = useMe()
  const [tab, setTab] = useState<Tab>('others')
  const isMine = ({ askedBy }: ApprovalRequest) => askedBy._id === me._id
  const lists = {
    others: requests.filter((request) => !isMine(request)),
    mine: requests.filter(isMine),
  }
  return (
    <>
      <Tabs
        className="views"
        label="Requests"
        tabs={[
          { id: 'others', label: 'To approve', count: lists.others.length },
          { id: 'mine', label: 'My requests', count: lists.mine.length },
          { id: 'decided', label: 'History' },
        ]}
        selected={tab}
        onSelect={setTab}
      />
      {tab === 'decided' ? (
        <Answered isMine={isMine} />
      ) : lists[tab].length === 0 ? (
        <NoRequests tab={tab} />
      ) : (
        <div className="stack">
          {lists[tab].map((request) => (
            <RequestPanel key={request.id} request={request} isMine={tab === 'mine'} onMessage={onMessage} />
          ))}
        </div>
      )}
    </>
  )
}

function Answered({ isMine }: { isMine: (request: ApprovalRequest) => boolean }) {
  const { data, error, refetch } = useAnsweredRequests()
  if (error && !data) return <LoadError error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={210} />
  if (data.length === 0) {
    return (
      <Empty spot="chai" title="No decisions yet">
        Approved, rejected and withdrawn requests of the last 7 days appear here.
      </Empty>
    )
  }
  return (
    <div className="stack">
      {data.map((request) => (
        <DecidedRequest key={request.id} request={request} isMine={isMine(request)} />
      ))}
    </div>
  )
}

function NoRequests({ tab }: { tab: 'others' | 'mine' }) {
  return tab === 'others' ? (
    <Empty spot="chai" title="No requests to approve">
      Refunds and wallet changes above a limit, new admins and account deletions appear here.
    </Empty>
  ) : (
    <Empty spot="chai" title="No open requests">
      Your requests stay here up to 7 days.
    </Empty>
  )
}
