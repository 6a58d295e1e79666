export const incidentStates = ['active', 'releasing', 'ended'] as const
export type IncidentState = (typeof incidentStates)[number]

/** What an admin does with one: let out at a pace or another, halt that, park again. */
export const incidentTransitions = ['release', 'stop', 'hold'] as const
export type IncidentTransition = (typeof incidentTransitions)[number]

/** By an admin, or by itself after three in a row had no good answer. */
export const stopReasons = ['manual', 'failing'] as const
export type StopReason = (typeof stopReasons)[number]

/** Why an open valve lets nothing out for an account: it does not answer, or an order that was let out waits for it. */
export const releaseWaits = ['unavailable', 'queued'] as const
export type ReleaseWait = (typeof releaseWaits)[number]

/** So many in a row without a good answer halt the letting out. */
export const maxFailures = 3

/** More a minute than this is no valve. */
export const maxReleaseRate = 240
