import { sleep } from '../environment/wait.ts'
import type { Scale, Scenario } from '../load/scenario.ts'

const rounds: Record<Scale, number> = { quick: 3, usual: 10, long: 20 }

/** Every process is shut down and started again, one after the other, ten times under load. */
export const rollingRestarts: Scenario = {
  number: 12,
  title: 'rolling restarts of every process, ten times',
  quick: false,
  environment: { apis: 2 },
  async run(stage) {
    const { environment, scale, load, settled, count, note, requests: asked, expect } = stage
    const running = await load({ mix: 'every', spreadMs: rounds[scale] * 9_000, count })
    await sleep(1_000)
    for (let round = 1; round <= rounds[scale]; round += 1) {
      for (const process of [...environment.workers, ...environment.apis]) {
        note(`${process.name} restarts (${round})`)
        const unclean = await process.stop()
        expect(unclean === null, `${process.name} did not end in order: ${unclean}`)
        await process.start()
      }
    }
    await running.done
    await settled()
    const failed = asked()
      .flatMap((one) => one.attempts)
      .filter(({ status }) => status >= 500)
    expect(
      failed.length === 0,
      `${failed.length} requests were answered with ${failed[0]?.status} ${failed[0]?.code}`,
    )
    const jobs = environment.workers
      .flatMap((worker) => worker.log)
      .filter(({ line }) => line.msg === 'job failed')
    expect(jobs.length === 0, `${jobs.length} jobs failed: ${String(jobs[0]?.line.err)}`)
  },
}
