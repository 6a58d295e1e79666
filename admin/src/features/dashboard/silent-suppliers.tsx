import type { SupplierAccount } from '@jhatpat/shared/contracts/suppliers.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { clockTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { useOpenIncidents } from '../../lib/incidents/use-incidents.ts'
import { usePermission } from '../../lib/me.ts'
import { supplierTitles } from '../../lib/suppliers/supplier-names.ts'
import { useSuppliers } from '../../lib/suppliers/use-suppliers.ts'

/** The suppliers that don't answer: their orders can't be placed. It goes when the cause is gone. */
export default function SilentSuppliers() {
  const { data = [] } = useSuppliers()
  const { data: open = [] } = useOpenIncidents()
  const may = usePermission()
  const isCovered = ({ account }: SupplierAccount) =>
    open.some(({ scope, state }) => state === 'active' && (scope === 'ALL' || scope === account))
  const silent = data.filter((account) => isSilent(account) && !isCovered(account))
  if (silent.length === 0) return null
  return (
    <section className="alerts" aria-label="Suppliers that don’t respond">
      {silent.map(({ account, items, unresponsiveSince }) => (
        <InlineMessage
          key={account}
          kind="bad"
          icon="wifi-off"
          role="alert"
          title={`${supplierTitles[account]} isn’t responding: orders can’t be placed.`}
        >
          <span className="row wrap">
            <span className="grow">
              {items === 1 ? '1 item is' : `${items} items are`} affected
              {unresponsiveSince && ` since ${clockTime(unresponsiveSince)}`}. Customers can’t have their ID
              checked; paid orders are retried.
            </span>
            {may('incidents.manage') && (
              <ButtonLink size="sm" href={`/incident?off=${account}`}>
                Start incident…
              </ButtonLink>
            )}
          </span>
        </InlineMessage>
      ))}
    </section>
  )
}

const isSilent = ({ unresponsiveSince, cooldownUntil }: SupplierAccount) =>
  unresponsiveSince !== null || cooldownUntil !== null
