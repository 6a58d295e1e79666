export const incidentStates = ['active', 'releasing', 'ended'] as const
export type IncidentState = (typeof incidentStates)[number]

/** Transitions of an incident by an admin: release at a rate, stop the release, hold again. */
export const incidentTransitions = ['release', 'stop', 'hold'] as const
export type IncidentTransition = (typeof incidentTransitions)[number]

/** Stopped by an admin, or automatically after three failures in a row. */
export const stopReasons = ['manual', 'failing'] as const
export type StopReason = (typeof stopReasons)[number]

/**
 * Why no order of an account is released: it does not answer, or a released order is still queued
 * for it.
 */
export const releaseWaits = ['unavailable', 'queued'] as const
export type ReleaseWait = (typeof releaseWaits)[number]

/** This many failures in a row stop the release. */
export const maxFailures = 3

/** Maximal release rate, per minute. */
export const maxReleaseRate = 240
