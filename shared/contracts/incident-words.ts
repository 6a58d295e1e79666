export const incidentStates = ['on', 'draining', 'ended'] as const
export type IncidentState = (typeof incidentStates)[number]

/** What an admin does with one: let out at a pace or another, halt that, park again. */
export const incidentMoves = ['drain', 'halt', 'park'] as const
export type IncidentMove = (typeof incidentMoves)[number]

/** By an admin, or by itself after three in a row had no good answer. */
export const whyHalted = ['by_hand', 'failing'] as const
export type WhyHalted = (typeof whyHalted)[number]

/** Why an open valve lets nothing out for an account: it does not answer, or an order that was let out waits for it. */
export const whyWaits = ['paused', 'in_line'] as const
export type WhyWaits = (typeof whyWaits)[number]

/** So many in a row without a good answer halt the letting out. */
export const failsAtMost = 3

/** More a minute than this is no valve. */
export const paceAtMost = 240
