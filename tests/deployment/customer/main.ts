/**
 * A customer of the shop, in a container of its own: `main.ts STEP ARGUMENT`, with JSON as the argument. Prints what it
 * saw as JSON, and ends with 1 and a sentence where it differs from what is promised.
 */
import { buyDuringRoll } from './buy-during-roll.ts'
import { buyOverTls } from './buy-over-tls.ts'
import { forgeAddresses } from './forge-addresses.ts'
import { outsideAnswers } from './outside.ts'

const steps: Record<string, (argument: never) => Promise<unknown>> = {
  buyOverTls,
  buyDuringRoll,
  outsideAnswers,
  forgeAddresses,
}
const [name = '', argument = '{}'] = process.argv.slice(2)
const step = steps[name]
try {
  if (!step) throw new Error(`There is no step ${name}.`)
  console.log(`seen ${JSON.stringify(await step(JSON.parse(argument) as never))}`)
  process.exit(0)
} catch (error) {
  console.log(error instanceof Error ? `${error.stack}\n${String(error.cause ?? '')}` : String(error))
  process.exit(1)
}
