import { type IncidentScope, incidentScopes } from '@jhatpat/shared/contracts/incident-scopes.ts'
import { maxReleaseRate } from '@jhatpat/shared/contracts/incident-states.ts'
import * as calls from '@jhatpat/shared/contracts/incidents.ts'
import {
  type IIncident,
  startIncident,
  transitionIncident,
  unfinishedIncidents,
} from '@jhatpat/shared/domain/incidents/index.ts'
import * as z from 'zod'
import { CliError } from '../../processes/cli-error.ts'
import { staffMember } from '../kit/actors.ts'
import { type CliContext, type Command, defineCommand, type Outcome } from '../kit/command.ts'
import { email, reason, supplierAccount, wholeNumber } from '../kit/fields.ts'

const scope = () =>
  z.enum(incidentScopes as [IncidentScope, ...IncidentScope[]], `must be one of ${incidentScopes.join(', ')}`)

const startFields = {
  reason: reason(),
  en: calls.messageFields.en,
  hi: calls.messageFields.hi,
  nextUpdate: wholeNumber(5, 24 * 60).default(30),
  as: email(),
}
const startParameters = {
  '--reason <text>': 'why, for the team',
  '--en <text>': 'the message for customers in English, one line',
  '--hi <text>': 'the same in Hindi',
  '--next-update <minutes>': 'when customers get the next update; 30 unless given',
  '--as <email>': 'the staff member who does it',
}
const message =
  '--reason "maintenance" --en "The supplier is under maintenance. Your order is safe." --hi "सप्लायर का रखरखाव चल रहा है। आपका ऑर्डर सुरक्षित है।" --as asha@shop.example'

const releaseFields = { rate: wholeNumber(1, maxReleaseRate).default(15), as: email() }
const releaseParameters = {
  '--rate <orders>': 'how many held orders are released per minute; 15 unless given',
  '--as <email>': 'the staff member who does it',
}

export const incidentOn = defineCommand({
  name: 'incident:on',
  summary:
    'starts an incident: orders for an account, or all, are held; at a gateway no payment can be started',
  example: `ALL ${message}`,
  parameters: { '<scope>': incidentScopes.join(', '), ...startParameters },
  input: z.strictObject({ scope: scope(), ...startFields }),
  run: (context, input) => start(context, input),
})

export const incidentOff = defineCommand({
  name: 'incident:off',
  summary: 'releases what an incident holds, at a rate; the incident ends when no order is held',
  example: 'ALL --rate 15 --as asha@shop.example',
  parameters: { '<scope>': incidentScopes.join(', '), ...releaseParameters },
  input: z.strictObject({ scope: scope(), ...releaseFields }),
  run: (context, input) => release(context, input),
})

/** As *Pause supplier…* in the back office: an incident whose scope is the account. */
export const supplierPause: Command = defineCommand({
  name: 'supplier:pause',
  summary: 'holds the orders for a supplier’s account, as incident:on does',
  example: `SMILEPH ${message}`,
  parameters: { '<account>': 'the account', ...startParameters },
  input: z.strictObject({ account: supplierAccount(), ...startFields }),
  run: (context, { account, ...input }) => start(context, { scope: account, ...input }),
})

export const supplierResume: Command = defineCommand({
  name: 'supplier:resume',
  summary: 'releases the orders of a paused account, as incident:off does',
  example: 'SMILEPH --rate 15 --as asha@shop.example',
  parameters: { '<account>': 'the account', ...releaseParameters },
  input: z.strictObject({ account: supplierAccount(), ...releaseFields }),
  run: (context, { account, ...input }) => release(context, { scope: account, ...input }),
})

type Start = { scope: IncidentScope; reason: string; en: string; hi: string; nextUpdate: number; as: string }

async function start(context: CliContext, { as, nextUpdate, ...input }: Start): Promise<Outcome> {
  const deps = await context.deps()
  const admin = await staffMember(as, calls.startIncident.auth)
  const incident = await startIncident(deps, admin, { ...input, nextUpdateInMinutes: nextUpdate })
  return outcome(incident, `Incident ${incident._id} has started.`)
}

async function release(
  context: CliContext,
  { scope: which, rate, as }: { scope: IncidentScope; rate: number; as: string },
): Promise<Outcome> {
  const deps = await context.deps()
  const admin = await staffMember(as, calls.transitionIncident.auth)
  const open = (await unfinishedIncidents()).find((one) => one.scope === which && one.state !== 'ended')
  if (!open) throw new CliError(`${which} has no open incident.`)
  const target = { id: open._id, expectedVersion: open.version }
  const incident = await transitionIncident(deps, admin, { ...target, to: 'release', perMinute: rate })
  const text =
    incident.state === 'ended'
      ? `Incident ${incident._id} has ended.`
      : `Incident ${incident._id} releases ${incident.perMinute} orders a minute, and ends when none is held.`
  return outcome(incident, text)
}

const outcome = ({ _id, scope: affected, state, version, perMinute }: IIncident, text: string): Outcome => ({
  value: { id: _id, scope: affected, state, version, perMinute },
  text,
})
