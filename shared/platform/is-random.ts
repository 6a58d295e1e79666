/**
 * Whether 32 bytes may have come from a random source. Of such bytes, and of the steps between them, fewer than 20
 * different ones practically never occur; in repeated bytes, words and counted rows they do.
 */
export function isRandom(bytes: Buffer): boolean {
  const steps = bytes.subarray(1).map((byte, index) => byte - (bytes[index] ?? 0))
  return new Set(bytes).size >= 20 && new Set(steps).size >= 20
}
