/**
 * The start of keys that are used together. A Redis Cluster keeps all keys with the same text in
 * braces on one node, and only such keys may be used in one command, script or transaction; other
 * keys have other tags, so that they spread.
 * @param prefix QUEUE_PREFIX, which separates shops that share one Redis
 */
export function hashTag(prefix: string, ...names: [string, ...string[]]): string {
  return `{${[prefix, ...names].join(':')}}`
}
