import type { Redis } from 'ioredis'

/**
 * Sends what a connection is told in one turn of the loop with one system call. Under load a turn holds the commands of
 * many requests; alone a command waits for nothing but the end of the turn. Order, answers and time-outs stay.
 */
export function pipelineWrites(redis: Pick<Redis, 'stream' | 'on'>): void {
  redis.on('connect', () => {
    const { stream } = redis
    const write = stream.write
    let isCorked = false
    const release = () => {
      isCorked = false
      stream.uncork()
    }
    const writeCorked = (...parts: Parameters<typeof write>): boolean => {
      if (!isCorked) {
        isCorked = true
        stream.cork()
        setImmediate(release)
      }
      return write.apply(stream, parts)
    }
    stream.write = writeCorked as typeof write
  })
}
