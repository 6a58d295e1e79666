import { incidentScopes } from '@jhatpat/shared/contracts/incident-scopes.ts'
import { type Incident, startIncident } from '@jhatpat/shared/contracts/incidents.ts'
import { promiseMinutes } from '@jhatpat/shared/contracts/order-status.ts'
import { isPaymentGatewayName } from '@jhatpat/shared/contracts/payment-gateways.ts'
import { ChoiceGroup } from '@jhatpat/shared/ui/choice.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../lib/form-dialog.tsx'
import { scopeTitles } from '../../lib/incidents/incident-texts.ts'
import { incidentsKey } from '../../lib/incidents/use-incidents.ts'
import { conditionOf } from '../../lib/suppliers/supplier-texts.ts'
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
  const queries = useQueryClient()
  const { data: accounts = [] } = useSuppliers()
  const scopes = incidentScopes.filter((scope) => !open.some((incident) => incident.scope === scope))
  const [scope, setScope] = useState(() => scopes.find((candidate) => candidate === first))
  const [reason, setWhy] = useState('')
  const [draft, setDraft] = useState<MessageDraft>(usualMessages.orders)
  const body = messageBody(draft)
  const starting = useSend(startIncident, {
    onDone: () => queries.invalidateQueries({ queryKey: incidentsKey }).then(onClose),
  })
  const isReady = scope !== undefined && reason.trim().length >= 3 && body !== undefined
  const detailOf = (candidate: Incident['scope']) => {
    if (candidate === 'ALL') return 'All orders that a supplier delivers are parked'
    if (isPaymentGatewayName(candidate)) return 'No new payment starts at this gateway; wallets continue'
    const account = accounts.find(({ account: name }) => name === candidate)
    return account && `${account.items} items. ${conditionOf(account).text}`
  }
  return (
    <FormDialog
      title="Start incident mode"
      kind="wide"
      error={starting.error}
      action="Start now"
      isBusy={starting.isPending}
      busyText="Starting"
      button={{ disabled: !isReady }}
      onClose={onClose}
      onSubmit={() => {
        if (isReady && !starting.isPending) starting.mutate({ scope, reason: reason.trim(), ...body })
      }}
    >
      <div className="field">
        <span className="label" aria-hidden="true">
          What fails
        </span>
        <ChoiceGroup
          label="What fails"
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
        label="Why, kept in the audit log"
        maxLength={200}
        value={reason}
        onChange={(event) => setWhy(event.target.value)}
      />
      <Hint icon="pause">
        {scope !== undefined && isPaymentGatewayName(scope)
          ? 'New orders and top-ups by UPI use another gateway. When every gateway is switched off, they are refused before anything is charged, and customers see why. Payments that have started are checked and delivered as usual; wallets continue.'
          : `New orders are taken, paid and kept; nobody’s money is refused. They go out, least time left first, when you end it. After ${promiseMinutes} minutes each customer may choose the wallet instead. What was sent already is found out as ever.`}
      </Hint>
      <MessageFields draft={draft} onChange={setDraft} />
    </FormDialog>
  )
}
