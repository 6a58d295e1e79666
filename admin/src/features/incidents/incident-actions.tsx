import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type IncidentTransition, maxReleaseRate } from '@jhatpat/shared/contracts/incident-states.ts'
import {
  type Incident,
  transitionIncident,
  updateIncidentMessage,
} from '@jhatpat/shared/contracts/incidents.ts'
import { isPaymentGatewayName } from '@jhatpat/shared/contracts/payment-gateways.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { incidentsKey } from '../../lib/incidents/use-incidents.ts'
import { messageOf } from '../../lib/message-of.ts'
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts'
import { type MessageDraft, MessageFields, messageBody, usualMessages } from './message-fields.tsx'

/**
 * Releases the held orders at a rate, stops the release, holds again, and changes the message; for
 * payments, allows new ones.
 */
export function IncidentActions({ incident }: { incident: Incident }) {
  const { call } = useServices()
  const queries = useQueryClient()
  const idempotency = useIdempotencyKey()
  const [perMinute, setPerMinute] = useState(incident.perMinute)
  const [isTelling, setTelling] = useState(false)
  const { id, version, state, releaseStopped } = incident
  const moving = useMutation({
    mutationFn: (to: IncidentTransition) => {
      const body = { to, perMinute, version }
      return call(transitionIncident, {
        params: { incident: id },
        body,
        idempotencyKey: idempotency.keyFor(body),
      })
    },
    onError: (error) => idempotency.renewIfRefused(error),
    onSettled: () => queries.invalidateQueries({ queryKey: incidentsKey }),
  })
  const isOfGateway = isPaymentGatewayName(incident.scope)
  const goesOut = state === 'releasing' && !releaseStopped
  const action = (to: IncidentTransition) => ({
    busy: moving.isPending && moving.variables === to,
    disabled: moving.isPending && moving.variables !== to,
    busyText: 'Sending',
    onClick: () => moving.mutate(to),
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
  const { call } = useServices()
  const queries = useQueryClient()
  const idempotency = useIdempotencyKey()
  const [draft, setDraft] = useState<MessageDraft>({
    ...incident.message,
    nextUpdateIn: usualMessages.orders.nextUpdateIn,
  })
  const body = messageBody(draft)
  const telling = useMutation({
    mutationFn: (wanted: NonNullable<typeof body> & { version: number }) =>
      call(updateIncidentMessage, {
        params: { incident: incident.id },
        body: wanted,
        idempotencyKey: idempotency.keyFor(wanted),
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: incidentsKey })
      onClose()
    },
    onError: (error) => {
      idempotency.renewIfRefused(error)
      return queries.invalidateQueries({ queryKey: incidentsKey })
    },
  })
  return (
    <Dialog open onClose={onClose} title="Change the message" kind="wide">
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (body && !telling.isPending) telling.mutate({ ...body, version: incident.version })
        }}
      >
        <MessageFields draft={draft} onChange={setDraft} />
        {telling.error && <InlineMessage kind="bad" title={messageOf(telling.error)} role="alert" />}
        <div className="row row-end wrap">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="accent" disabled={!body} busy={telling.isPending} busyText="Sending">
            Show this
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
