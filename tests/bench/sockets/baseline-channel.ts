/** The channel on which a bench publishes what the minimal server forwards. */
export const baselineChannel = 'bench:events'
