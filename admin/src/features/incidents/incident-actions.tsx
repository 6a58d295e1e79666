import { type IncidentTransition, maxReleaseRate } from '@jhatpat/shared/contracts/incident-states.ts'
import {
  type Incident,
  transitionIncident,
  updateIncidentMessage,
} from '@jhatpat/shared/contracts/incidents.ts'
import { isPaymentGatewayName } from '@jhatpat/shared/contracts/payment-gateways.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { useState } from 'react'
import { FormDialog } from '../../lib/form-dialog.tsx'
import { incidentsKey } from '../../lib/incidents/use-incidents.ts'
import { messageOf } from '../../lib/message-of.ts'
import { useSend } from '../../lib/use-send.ts'
import { type MessageDraft, MessageFields, messageBody, usualMessages } from './message-fields.tsx'

/**
 * Releases the held orders at a rate, stops the release, holds again, and changes the message; for
 * payments, allows new ones.
 */
export function IncidentActions({ incident }: { incident: Incident }) {
  const [perMinute, setPerMinute] = useState(incident.perMinute)
  const [isEditing, setIsEditing] = useState(false)
  const { id, version, state, releaseStopped } = incident
  const transition = useSend(transitionIncident, { params: { incident: id }, reads: incidentsKey })
  const isOfGateway = isPaymentGatewayName(incident.scope)
  const isReleasing = state === 'releasing' && !releaseStopped
  const action = (to: IncidentTransition) => ({
    busy: transition.isPending && transition.variables.to === to,
    disabled: transition.isPending && transition.variables.to !== to,
    busyText: 'Sending…',
    onClick: () => transition.mutate({ to, perMinute, version }),
  })
  return (
    <div className="incident-stack">
      {!isOfGateway && <ReleaseRate value={perMinute} onChange={setPerMinute} />}
      <div className="row wrap">
        {isReleasing ? (
          <>
            <Button {...action('stop')} icon="pause">
              Pause release
            </Button>
            {perMinute !== incident.perMinute && (
              <Button {...action('release')}>Release {perMinute} per minute</Button>
            )}
          </>
        ) : (
          <Button {...action('release')} variant="accent">
            {isOfGateway
              ? 'End and allow UPI again'
              : releaseStopped
                ? `Resume, ${perMinute} per minute`
                : `End and release, ${perMinute} per minute`}
          </Button>
        )}
        {state === 'releasing' && (
          <Button {...action('hold')} variant="quiet">
            Put on hold again
          </Button>
        )}
        <Button variant="quiet" onClick={() => setIsEditing(true)}>
          Edit message…
        </Button>
      </div>
      {transition.error && <InlineMessage kind="bad" title={messageOf(transition.error)} role="alert" />}
      {isEditing && <MessageDialog incident={incident} onClose={() => setIsEditing(false)} />}
    </div>
  )
}

function ReleaseRate({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  return (
    <>
      <label className="incident-rate">
        <span className="sm">Release rate per minute</span>
        <input
          type="range"
          min={1}
          max={Math.min(60, maxReleaseRate)}
          value={value}
          onChange={(event) => onChange(Number(event.target.value))}
        />
        <b className="num">{value}</b>
      </label>
      <Hint icon="info">Most urgent first. Pauses automatically after 3 failures in a row.</Hint>
    </>
  )
}

function MessageDialog({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const [draft, setDraft] = useState<MessageDraft>({
    ...incident.message,
    nextUpdateIn: usualMessages.orders.nextUpdateIn,
  })
  const body = messageBody(draft)
  const update = useSend(updateIncidentMessage, { params: { incident: incident.id }, reads: incidentsKey })
  return (
    <FormDialog
      title="Edit message"
      kind="wide"
      error={update.error}
      action="Post update"
      isBusy={update.isPending}
      busyText="Sending…"
      button={{ disabled: !body }}
      onClose={onClose}
      onSubmit={() => {
        if (body && !update.isPending)
          update.mutate({ ...body, version: incident.version }, { onSuccess: onClose })
      }}
    >
      <MessageFields draft={draft} onChange={setDraft} />
    </FormDialog>
  )
}
