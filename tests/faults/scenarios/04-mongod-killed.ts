import { sleep, waitFor } from '../environment/wait.ts'
import { probeOrder } from '../load/probe.ts'
import type { Scenario } from '../load/scenario.ts'

/**
 * SIGKILL of the only mongod under load, three times. What was acknowledged must exist, and nothing partly.
 */
export const mongodKilled: Scenario = {
  number: 4,
  title: 'mongod is killed and comes back',
  quick: true,
  environment: {},
  async run(stage) {
    const { environment, load, settled, count, note, recovered, random, requests: asked, expect } = stage
    const running = await load({ mix: 'every', spreadMs: 24_000, count })
    let slowest = 0
    for (let time = 1; time <= 3; time += 1) {
      await sleep(2_500 + random.below(2_000))
      const from = Date.now()
      await environment.servers.killMongo()
      note(`mongod killed (${time})`)
      await sleep(500 + random.below(2_500))
      await environment.servers.restartMongo()
      const back = Date.now()
      note('mongod is back')
      const probe = await probeOrder(stage, 10 + time)
      const orders = environment.db.collection<{ _id: string }>('orders')
      const isDone = async () =>
        (await orders.countDocuments({ _id: probe, status: 'Completed' }).catch(() => 0)) === 1
      await waitFor('an order is delivered again', isDone).catch(() => undefined)
      slowest = Math.max(slowest, Date.now() - back)
      const down = asked()
        .flatMap((one) => one.attempts)
        .filter(({ at }) => at > from + 200 && at < back - 200)
      const wrong = down.filter(({ status }) => status >= 500 && status !== 503)
      expect(wrong.length === 0, `${wrong.length} answers without MongoDB were ${wrong[0]?.status}, not 503`)
    }
    recovered('after mongod came back, an order was placed and delivered within', slowest)
    await running.done
    await settled()
  },
}
