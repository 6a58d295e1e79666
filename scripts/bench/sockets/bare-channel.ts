/** Where a bench publishes what the bare server is to send on. */
export const bareChannel = 'bench:events'
