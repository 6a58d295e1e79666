import type { OpenSession } from '@jhatpat/shared/contracts/accounts.ts'
import { customerSessions, revokeCustomerSessions } from '@jhatpat/shared/contracts/customers.ts'
import type { AdminUser } from '@jhatpat/shared/contracts/users.ts'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { clockTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { useState } from 'react'
import { CallButton } from '../../../lib/call-button.tsx'
import { QuerySection } from '../../../lib/query-section.tsx'
import { RevokeSessionsDialog } from '../../../lib/revoke-sessions-dialog.tsx'
import { customerKey, useCustomerPart, useMayChange } from './use-customer.ts'

type Props = { user: AdminUser }

/** Active sessions of the customer, with buttons to revoke one or all. */
export function SessionsTab({ user }: Props) {
  const id = user._id
  const query = useCustomerPart('sessions', id, (call, input) => call(customerSessions, input))
  const [ending, setEnding] = useState<OpenSession | 'all'>()
  const mayEnd = useMayChange(user)
  return (
    <QuerySection query={query}>
      {({ sessions }) =>
        sessions.length === 0 ? (
          <Empty spot="chai" title="Not signed in.">
            Logins last 6 hours.
          </Empty>
        ) : (
          <section className="panel stack">
            <ul className="customer-sessions">
              {sessions.map((session) => (
                <Row
                  key={session.id}
                  session={session}
                  onEnd={mayEnd ? () => setEnding(session) : undefined}
                />
              ))}
            </ul>
            {mayEnd && (
              <div>
                <CallButton
                  access={revokeCustomerSessions.auth}
                  variant="bad"
                  icon="log-out"
                  onClick={() => setEnding('all')}
                >
                  {sessions.length === 1 ? 'Sign out all devices' : `Sign out all ${sessions.length}`}
                </CallButton>
              </div>
            )}
            {ending && (
              <RevokeSessionsDialog
                user={user}
                session={ending === 'all' ? undefined : ending}
                reads={customerKey(id)}
                onClose={() => setEnding(undefined)}
              />
            )}
          </section>
        )
      }
    </QuerySection>
  )
}

function Row({ session, onEnd }: { session: OpenSession; onEnd: (() => void) | undefined }) {
  const { device, address, lastUsedAt, expiresAt, isThisOne } = session
  const called = device || 'Unknown browser'
  return (
    <li>
      <span className="glyph">
        <Icon name={/Android|iPhone|iPad/.test(device) ? 'smartphone' : 'layout-dashboard'} />
      </span>
      <span className="grow">
        <b className="sm">{isThisOne ? `${called}, this browser` : called}</b>
        <br />
        <span className="xs t2">
          {address && <span className="mono">{address}, </span>}
          used <TimeText at={lastUsedAt} as="ago" />, until {clockTime(expiresAt)}
        </span>
      </span>
      {onEnd && (
        <CallButton access={revokeCustomerSessions.auth} size="sm" onClick={onEnd}>
          Sign out<span className="visually-hidden"> {called}</span>
        </CallButton>
      )}
    </li>
  )
}
