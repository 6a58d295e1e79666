/** The prefix of the queues' keys. */
export const sweepPrefix = 'sweep'
