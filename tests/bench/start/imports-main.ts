/** Loads all that an api process loads, and does nothing with it. */
import '@jhatpat/shared/platform/env.ts'
import '@jhatpat/shared/platform/mongo-clock.ts'
import '@jhatpat/shared/platform/shutdown-on-signal.ts'
import '@jhatpat/shared/platform/start-failure-message.ts'
import '../../../api/src/start-api.ts'

console.log(JSON.stringify({ ready: true }))
