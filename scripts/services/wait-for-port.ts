import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Exit } from '../processes/process-group.ts'

/**
 * Waits until a loopback port accepts connections. Returns the exit when the process ended first, and
 * `late` after the timeout.
 */
export async function waitForPort(
  port: number,
  exited: Promise<Exit>,
  timeoutMs = 30_000,
): Promise<'listening' | 'late' | Exit> {
  let ended: Exit | undefined
  void exited.then((exit) => {
    ended = exit
  })
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    if (ended) return ended
    if (await accepts(port)) return 'listening'
    await sleep(20)
  }
  return 'late'
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const answer = (accepted: boolean) => {
      socket.destroy()
      resolve(accepted)
    }
    socket.once('connect', () => answer(true))
    socket.once('error', () => answer(false))
  })
}
