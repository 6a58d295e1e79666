/**
 * Whether 32 bytes may have come from a random source. Random bytes, and the differences between
 * them, practically never have fewer than 20 different values; repeated bytes, words and counted
 * rows do.
 */
export function isRandom(bytes: Buffer): boolean {
  const steps = bytes.subarray(1).map((byte, index) => byte - (bytes[index] ?? 0))
  return new Set(bytes).size >= 20 && new Set(steps).size >= 20
}
