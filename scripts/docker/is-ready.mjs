/** The health check of a container: succeeds when the address given as argument answers well. */
const answer = await fetch(process.argv[2], { signal: AbortSignal.timeout(4_000) }).catch(() => undefined)
process.exit(answer?.ok ? 0 : 1)
