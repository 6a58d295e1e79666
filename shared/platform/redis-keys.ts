/**
 * The start of keys that are used together. A Redis Cluster keeps all keys with the same text in braces on one node,
 * and only such keys may meet in one command, script or transaction: what is used together shares these names, and
 * what isn't has others, so that it spreads.
 * @param prefix QUEUE_PREFIX, which keeps shops apart that share one Redis
 */
export function hashTag(prefix: string, ...names: [string, ...string[]]): string {
  return `{${[prefix, ...names].join(':')}}`
}
