import type { RedisClient } from './redis.ts'

const probeIntervalMs = 4_000

/**
 * Probes a subscriber connection every few seconds by subscribing to a channel and leaving it. A
 * connection without an answer is closed and made anew, and a cluster node that no longer has the
 * channels redirects to the current one. A `PING` to a cluster uses another connection. Refreshing
 * the cluster map on a timer would not detect a dead connection, and would reconnect whenever two
 * nodes list their replicas in another order.
 * @param channel on the same node as all other subscribed channels
 * @returns stops the probe
 */
export function probeConnection(redis: RedisClient, channel: string): () => void {
  let isProbing = false
  const probe = async () => {
    if (isProbing) return
    isProbing = true
    try {
      await redis.ssubscribe(channel)
      await redis.sunsubscribe(channel)
    } catch {
      // The connection reports its own errors.
    } finally {
      isProbing = false
    }
  }
  const timer = setInterval(() => void probe(), probeIntervalMs)
  timer.unref()
  return () => clearInterval(timer)
}
