/** Loads all modules of an api process, and does nothing with them. */
import '@jhatpat/shared/platform/env.ts'
import '@jhatpat/shared/platform/mongo-clock.ts'
import '@jhatpat/shared/platform/shutdown-on-signal.ts'
import '@jhatpat/shared/platform/start-failure-message.ts'
import '../../../api/src/start-api.ts'

console.log(JSON.stringify({ ready: true }))
