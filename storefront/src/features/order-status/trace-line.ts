export type Tone = 'ok' | 'warn' | 'bad' | 'dim'

/** Where the money is as one of those who had to do with it sees it. */
export type TraceLine = { who: string; text: string; tone: Tone }
