import type { customer } from '@jhatpat/shared/contracts/customers.ts'
import { sendPasswordReset } from '@jhatpat/shared/contracts/customers.ts'
import { staffRoleTexts } from '@jhatpat/shared/contracts/permission-texts.ts'
import type { ResultOf } from '@jhatpat/shared/contracts/route.ts'
import type { AdminUser } from '@jhatpat/shared/contracts/users.ts'
import { CopyButton } from '@jhatpat/shared/ui/copy-button.tsx'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { groupMobile } from '@jhatpat/shared/ui/format/ids.ts'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import type { ReactNode } from 'react'
import { CallButton } from '../../../lib/call-button.tsx'
import { countText } from '../../../lib/table/table-texts.ts'
import type { CustomerAction } from './customer-head.tsx'
import { useMayChange } from './use-customer.ts'

/** The facts of the account, each with a copy button. */
export function AccountPanel({
  user,
  onAction,
}: {
  user: AdminUser
  onAction: (action: CustomerAction) => void
}) {
  const mayMail = useMayChange(user)
  const { userid, email, mobilenumber, role, staffRole, verified, isBlocked } = user
  return (
    <section className="panel stack">
      <h2 className="d4">Account</h2>
      <dl className="key-values customer-facts">
        <Fact name="User ID" value={userid} copied={userid} mono />
        <Fact name="Email" value={email} copied={email} />
        <Fact name="Mobile" value={mobilenumber ? groupMobile(mobilenumber) : 'N/A'} copied={mobilenumber} />
        <Fact name="Role" value={staffRole ? `${role}, ${staffRoleTexts[staffRole].name}` : role} />
        <Fact name="Verified" value={verified === 'true' ? 'Yes' : 'No'} />
        <Fact name="Blocked" value={isBlocked === 'true' ? 'Yes' : 'No'} />
      </dl>
      {mayMail && (
        <div>
          <CallButton
            access={sendPasswordReset.auth}
            size="sm"
            icon="mail"
            disabled={isBlocked === 'true'}
            onClick={() => onAction('reset')}
          >
            Send reset link
          </CallButton>
        </div>
      )}
    </section>
  )
}

type FactProps = { name: string; value: string; copied?: string; mono?: boolean }

function Fact({ name, value, copied, mono = false }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={mono ? 'mono wrap-any' : 'wrap-any'}>
        <span>{value}</span>
        {copied && <CopyButton text={copied} label={`Copy ${name.toLowerCase()}`} />}
      </dd>
    </div>
  )
}

/**
 * The customer's balance and totals. Beyond the orders that are summed, it only states that there
 * are more.
 */
export function CustomerTotals({ data }: { data: ResultOf<typeof customer> }) {
  const { user, points, orders } = data
  const { count, hasMore, spent, held, refunded } = orders
  return (
    <dl className="panel customer-totals">
      <Figure name="Wallet">
        <Money rupees={user.balance} exact />
      </Figure>
      <Figure name="Points">{points.toFixed(2)}</Figure>
      {!hasMore && (
        <>
          <Figure name="Spent">
            <Money rupees={spent} />
          </Figure>
          <Figure name="Held">
            <Money rupees={held} />
            <small>paid, not delivered yet</small>
          </Figure>
        </>
      )}
      <Figure name="Orders">{countText(count, hasMore)}</Figure>
      {!hasMore && (
        <Figure name="Refunded">
          {formatCount(refunded)}
          {refunded > 0 && <small>{((refunded / count) * 100).toFixed(1)}%</small>}
        </Figure>
      )}
    </dl>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="money">{children}</dd>
    </div>
  )
}
