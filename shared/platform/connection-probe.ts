import type { RedisClient } from './redis.ts'

const probeIntervalMs = 4_000

/**
 * Asks a listening line itself every few seconds, by joining and leaving a channel: a line without an answer is given up
 * and made anew, and a node of a cluster that no longer has the channels says where they are now. A `PING` to a cluster
 * goes along another line. To read the cluster's map by time would not see a dead line, and would make the lines anew
 * whenever two nodes name their replicas in another order.
 * @param channel on the same node as all others that are listened to
 * @returns ends it
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
      // The connection tells of it itself.
    } finally {
      isProbing = false
    }
  }
  const timer = setInterval(() => void probe(), probeIntervalMs)
  timer.unref()
  return () => clearInterval(timer)
}
