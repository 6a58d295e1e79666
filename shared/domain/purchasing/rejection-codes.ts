/** Causes of the suppliers' rejection codes (vendors' documentation). Unlisted codes are undefined. */
export type RejectionCause = 'player' | 'region' | 'sold_out'

const causes: Readonly<Record<string, RejectionCause>> = {
  '20003': 'player',
  '20004': 'player',
  '201': 'region',
  '114': 'sold_out',
  '117': 'sold_out',
}

export const rejectionCause = (code: string): RejectionCause | undefined =>
  Object.hasOwn(causes, code) ? causes[code] : undefined
