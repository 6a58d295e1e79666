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
import { useQueryClient } from '@tanstack/react-query'
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
  const [isTelling, setTelling] = useState(false)
  const { id, version, state, releaseStopped } = incident
  const moving = useSend(transitionIncident, { params: { incident: id }, reads: incidentsKey })
  const isOfGateway = isPaymentGatewayName(incident.scope)
  const goesOut = state === 'releasing' && !releaseStopped
  const action = (to: IncidentTransition) => ({
    busy: moving.isPending && moving.variables.to === to,
    disabled: moving.isPending && moving.variables.to !== to,
    busyText: 'Sending',
    onClick: () => moving.mutate({ to, perMinute, version }),
  })
  return (
    <div className="incident-stack">
      {!isOfGateway && <ReleaseRate value={perMinute} onChange={setPerMinute} />}
      <div className="row wrap">
        {goesOut ? (
          <>
            <Button {...action('stop')} icon="pause">
              Halt
            </Button>
            {perMinute !== incident.perMinute && (
              <Button {...action('release')}>Let out {perMinute} a minute</Button>
            )}
          </>
        ) : (
          <Button {...action('release')} variant="accent">
            {isOfGateway
              ? 'End, and take UPI again'
              : releaseStopped
                ? `Go on, ${perMinute} a minute`
                : `End and let out, ${perMinute} a minute`}
          </Button>
        )}
        {state === 'releasing' && (
          <Button {...action('hold')} variant="quiet">
            Park again
          </Button>
        )}
        <Button variant="quiet" onClick={() => setTelling(true)}>
          Change the message…
        </Button>
      </div>
      {moving.error && <InlineMessage kind="bad" title={messageOf(moving.error)} role="alert" />}
      {isTelling && <MessageDialog incident={incident} onClose={() => setTelling(false)} />}
    </div>
  )
}

function ReleaseRate({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  return (
    <>
      <label className="incident-rate">
        <span className="sm">At most each minute</span>
        <input
          type="range"
          min={1}
          max={Math.min(60, maxReleaseRate)}
          value={value}
          onChange={(event) => onChange(Number(event.target.value))}
        />
        <b className="num">{value}</b>
      </label>
      <Hint icon="info">Least time left goes first. It halts by itself if 3 in a row fail.</Hint>
    </>
  )
}

function MessageDialog({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const queries = useQueryClient()
  const readAgain = () => queries.invalidateQueries({ queryKey: incidentsKey })
  const [draft, setDraft] = useState<MessageDraft>({
    ...incident.message,
    nextUpdateIn: usualMessages.orders.nextUpdateIn,
  })
  const body = messageBody(draft)
  const telling = useSend(updateIncidentMessage, {
    params: { incident: incident.id },
    onDone: () => readAgain().then(onClose),
    onSettled: readAgain,
  })
  return (
    <FormDialog
      title="Change the message"
      kind="wide"
      error={telling.error}
      action="Show this"
      isBusy={telling.isPending}
      busyText="Sending"
      button={{ disabled: !body }}
      onClose={onClose}
      onSubmit={() => {
        if (body && !telling.isPending) telling.mutate({ ...body, version: incident.version })
      }}
    >
      <MessageFields draft={draft} onChange={setDraft} />
    </FormDialog>
  )
}
