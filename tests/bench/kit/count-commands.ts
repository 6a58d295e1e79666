import { setTimeout as sleep } from 'node:timers/promises'
import { primariesOf, type RedisClient } from '@jhatpat/shared/platform/redis.ts'
import { CliError } from '../../../scripts/processes/cli-error.ts'

/** Redis commands per operation: those that clients sent, and those that scripts called inside Redis. */
export type Commands = { sent: number; inside: number; names: Record<string, number> }

const lastOne = 'bench:counted'
const timeoutMs = 30_000

/**
 * Monitors all Redis commands while `work` performs `count` operations. That slows Redis down, so nothing
 * else is measured meanwhile.
 * @throws CliError without any command: every operation needs some
 */
export async function countCommands(
  redis: RedisClient,
  count: number,
  work: () => Promise<unknown>,
): Promise<Commands> {
  const [master] = primariesOf(redis)
  if (!master) throw new Error('there is no Redis to listen to')
  const monitor = await master.monitor()
  const names = new Map<string, number>()
  let [sent, inside, hasCaughtUp] = [0, 0, false]
  monitor.on('monitor', (_time: string, args: string[], source: string) => {
    if (args[0]?.toLowerCase() === 'echo' && args[1] === lastOne) hasCaughtUp = true
    if (hasCaughtUp) return
    if (source === 'lua') inside += 1
    else sent += 1
    const name = `${source === 'lua' ? 'inside ' : ''}${args[0]?.toLowerCase()}`
    names.set(name, (names.get(name) ?? 0) + 1)
  })
  try {
    await work()
    await master.echo(lastOne)
    // Redis reports in order: after this command, no earlier one is still to come.
    const deadline = Date.now() + timeoutMs
    while (!hasCaughtUp && Date.now() < deadline) await sleep(5)
    if (!hasCaughtUp || sent === 0) throw new CliError('Redis has not told which commands it was sent.')
  } finally {
    monitor.disconnect()
  }
  const each = (number: number) => Math.round((number / count) * 100) / 100
  return {
    sent: each(sent),
    inside: each(inside),
    names: Object.fromEntries(
      [...names].sort((one, other) => other[1] - one[1]).map(([name, n]) => [name, each(n)]),
    ),
  }
}
