import { incidentScopes } from '@jhatpat/shared/contracts/incident-scopes.ts'
import { type Incident, startIncident } from '@jhatpat/shared/contracts/incidents.ts'
import { promiseMinutes } from '@jhatpat/shared/contracts/order-status.ts'
import { isPaymentGatewayName } from '@jhatpat/shared/contracts/payment-gateways.ts'
import { ChoiceGroup } from '@jhatpat/shared/ui/choice.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { useState } from 'react'
import { FormDialog } from '../../lib/form-dialog.tsx'
import { scopeTitles } from '../../lib/incidents/incident-texts.ts'
import { incidentsKey, useCondition } from '../../lib/incidents/use-incidents.ts'
import { useSuppliers } from '../../lib/suppliers/use-suppliers.ts'
import { useSend } from '../../lib/use-send.ts'
import {
  type MessageDraft,
  MessageFields,
  messageBody,
  messageFor,
  usualMessages,
} from './message-fields.tsx'

type Props = {
  /** The supplier that the dialog was opened for. */
  first: string | null
  open: readonly Incident[]
  onClose: () => void
}

/**
 * Starts an incident: what fails, why, and the message for customers. All its orders are put on
 * hold.
 */
export function StartDialog({ first, open, onClose }: Props) {
  const { data: accounts = [] } = useSuppliers()
  const condition = useCondition()
  const scopes = incidentScopes.filter((scope) => !open.some((incident) => incident.scope === scope))
  const [scope, setScope] = useState(() => scopes.find((candidate) => candidate === first))
  const [reason, setReason] = useState('')
  const [draft, setDraft] = useState<MessageDraft>(usualMessages.orders)
  const body = messageBody(draft)
  const starting = useSend(startIncident, { reads: incidentsKey })
  const isReady = scope !== undefined && reason.trim().length >= 3 && body !== undefined
  const detailOf = (candidate: Incident['scope']) => {
    if (candidate === 'ALL') return 'All supplier orders go on hold'
    if (isPaymentGatewayName(candidate)) return 'New payments at this gateway stop; wallets keep working'
    const account = accounts.find(({ account: name }) => name === candidate)
    return account && `${account.items} items. ${condition(account).text}`
  }
  return (
    <FormDialog
      title="Start incident"
      kind="wide"
      error={starting.error}
      action="Start now"
      isBusy={starting.isPending}
      busyText="Starting…"
      button={{ disabled: !isReady }}
      onClose={onClose}
      onSubmit={() => {
        if (isReady && !starting.isPending)
          starting.mutate({ scope, reason: reason.trim(), ...body }, { onSuccess: onClose })
      }}
    >
      <div className="field">
        <span className="label" aria-hidden="true">
          Affected supplier
        </span>
        <ChoiceGroup
          label="Affected supplier"
          options={scopes.map((value) => ({ value, label: scopeTitles[value], detail: detailOf(value) }))}
          value={scope}
          onChange={(wanted) => {
            // Text that the admin has typed is kept.
            if (Object.values(usualMessages).some((usual) => usual === draft))
              setDraft(usualMessages[messageFor(wanted)])
            setScope(wanted)
          }}
        />
      </div>
      <Field
        label="Reason (saved in the audit log)"
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Hint icon="pause">
        {scope !== undefined && isPaymentGatewayName(scope)
          ? 'New UPI orders and top-ups use another gateway. While every gateway is paused, they are rejected before any charge, and customers are told. Payments already started are completed. Wallets keep working.'
          : `New orders are accepted, paid and kept on hold. When you end the incident they’re released, most urgent first. After ${promiseMinutes} minutes a customer can choose a refund to wallet. Orders already sent to a supplier are checked as usual.`}
      </Hint>
      <MessageFields draft={draft} onChange={setDraft} />
    </FormDialog>
  )
}
