/**
 * The health check of a container: succeeds when the address given as argument responds with a success
 * status.
 */
const answer = await fetch(process.argv[2], { signal: AbortSignal.timeout(4_000) }).catch(() => undefined)
process.exit(answer?.ok ? 0 : 1)
