/** Of the queues' keys. */
export const sweepPrefix = 'sweep'
