export type Tone = 'ok' | 'warn' | 'bad' | 'dim'

/** Where the money is, as seen by the gateway, the ledger or the supplier. */
export type TraceLine = { party: string; text: string; tone: Tone }
