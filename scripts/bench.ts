/** `npm run bench -- lists`: measures one thing of a grown shop; each suite is a file of `scripts/bench`. */
import { runLists } from './bench/lists.ts'
import { runOrders } from './bench/orders.ts'
import { Refusal, runMain } from './refusal.ts'

const suites: Record<string, (args: string[]) => Promise<boolean>> = { lists: runLists, orders: runOrders }

await runMain(async () => {
  const [name = '', ...args] = process.argv.slice(2)
  const suite = suites[name]
  if (!suite) throw new Refusal(`npm run bench -- and one of: ${Object.keys(suites).join(', ')}.`)
  if (!(await suite(args))) process.exitCode = 1
})
