/** Where a bench publishes what the bare server is to send on. */
export const baselineChannel = 'bench:events'
