/**
 * Reads a QR code like a camera, by the standard (ISO/IEC 18004) and independently of the code that draws
 * it. The picture must be sharp and straight; errors are not corrected.
 * @throws when it cannot be read
 */
export type Pixels = { width: number; height: number; isDark(x: number, y: number): boolean }

type Grid = { size: number; isDark(column: number, row: number): boolean }

export function readQr(pixels: Pixels): string {
  const grid = toGrid(pixels)
  const { size } = grid
  const format = readFormat(grid)
  if (format.level !== 0) throw new Error('only codes of level M are read')
  const version = (size - 17) / 4
  return textOf(bitsOf(inOrder(codewords(grid, version, format.mask), version)), version)
}

/** The modules between the outermost dark pixels; a corner's mark is seven of them wide. */
function toGrid({ width, height, isDark }: Pixels): Grid {
  const columns = range(width).filter((x) => range(height).some((y) => isDark(x, y)))
  const rows = range(height).filter((y) => range(width).some((x) => isDark(x, y)))
  const [left = 0, top = 0] = [columns[0], rows[0]]
  const across = (columns.at(-1) ?? 0) - left + 1
  let mark = 0
  while (isDark(left + mark, top)) mark += 1
  const version = Math.round(((across / mark) * 7 - 17) / 4)
  const size = version * 4 + 17
  const at = (place: number) => Math.floor(((place + 0.5) * across) / size)
  return { size, isDark: (column, row) => isDark(left + at(column), top + at(row)) }
}

function readFormat({ isDark }: Grid): { level: number; mask: number } {
  const places = [0, 1, 2, 3, 4, 5, 7, 8].map((row) => [8, row] as const)
  const others = [7, 5, 4, 3, 2, 1, 0].map((column) => [column, 8] as const)
  const bits = [...places, ...others].reduce((sum, [x, y], bit) => sum | (Number(isDark(x, y)) << bit), 0)
  const data = (bits ^ 0x5412) >> 10
  return { level: data >> 3, mask: data & 7 }
}

const masks: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** Pairs of columns from the right, alternately up and down, without the fixed patterns. */
function codewords({ size, isDark }: Grid, version: number, mask: number): number[] {
  const isFixed = fixedPlaces(size, version)
  const pairs = range((size - 1) / 2).map((pair) => size - 1 - 2 * pair)
  // The timing column on the left belongs to no pair.
  const bits = pairs
    .map((right) => (right <= 6 ? right - 1 : right))
    .flatMap((right) => {
      const isUpward = ((right + 1) & 2) === 0
      const rows = isUpward ? range(size).reverse() : range(size)
      return rows.flatMap((y) => [[right, y] as const, [right - 1, y] as const])
    })
    .filter(([x, y]) => !isFixed(x, y))
    .map(([x, y]) => isDark(x, y) !== masks[mask]?.(x, y))
  return range(Math.floor(bits.length / 8)).map((word) =>
    bits.slice(word * 8, word * 8 + 8).reduce((sum, bit) => sum * 2 + Number(bit), 0),
  )
}

function fixedPlaces(size: number, version: number): (x: number, y: number) => boolean {
  const small = alignmentPlaces(size, version)
  const last = size - 7
  const isCorner = (x: number, y: number) =>
    (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6)
  const centres = small.flatMap((x) => small.map((y) => [x, y] as const)).filter(([x, y]) => !isCorner(x, y))
  return (x, y) =>
    (x < 9 && y < 9) ||
    (x >= size - 8 && y < 9) ||
    (x < 9 && y >= size - 8) ||
    x === 6 ||
    y === 6 ||
    (version >= 7 && ((x >= size - 11 && y < 6) || (y >= size - 11 && x < 6))) ||
    centres.some(([cx, cy]) => Math.abs(x - cx) <= 2 && Math.abs(y - cy) <= 2)
}

function alignmentPlaces(size: number, version: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2
  return [6, ...range(count - 1).map((place) => size - 7 - (count - 2 - place) * step)]
}

/** Of level M, by version from 1: error correction codewords in each block, and blocks. */
const corrections = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26]
const blockCounts = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16]

/** The data codewords, which the code interleaves by block. */
function inOrder(words: number[], version: number): number[] {
  const [count, correction] = [blockCounts[version - 1] ?? 0, corrections[version - 1] ?? 0]
  if (count === 0) throw new Error(`version ${version} is not read`)
  const inShort = Math.floor(words.length / count) - correction
  const shortBlocks = count - (words.length % count)
  const blocks = range(count).map((): number[] => [])
  let next = 0
  for (const place of range(inShort + 1))
    for (const [index, block] of blocks.entries())
      if (place < inShort || index >= shortBlocks) block.push(words[next++] ?? 0)
  return blocks.flat()
}

function bitsOf(words: number[]): Take {
  const bits = words.map((word) => word.toString(2).padStart(8, '0')).join('')
  let at = 0
  return (count) => {
    const value = Number.parseInt(bits.slice(at, at + count).padEnd(1, '0'), 2)
    at += count
    return value
  }
}

const alphanumeric = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
type Take = (count: number) => number
type Kind = { lengthBits: [short: number, long: number]; read(take: Take, length: number): number[] }

/** By the four bits that begin a segment. */
const kinds: Record<number, Kind> = {
  1: { lengthBits: [10, 12], read: readDigits },
  2: { lengthBits: [9, 11], read: readAlphanumeric },
  4: { lengthBits: [8, 16], read: (take, length) => range(length).map(() => take(8)) },
}

function textOf(take: Take, version: number): string {
  const bytes: number[] = []
  for (let mode = take(4); mode !== 0; mode = take(4)) {
    const kind = kinds[mode]
    if (!kind) throw new Error(`mode ${mode} is not read`)
    bytes.push(...kind.read(take, take(kind.lengthBits[version >= 10 ? 1 : 0])))
  }
  return new TextDecoder().decode(new Uint8Array(bytes))
}

function readDigits(take: Take, length: number): number[] {
  const groups = range(Math.ceil(length / 3)).map((group) => Math.min(length - group * 3, 3))
  return bytesOf(groups.map((digits) => String(take(digits * 3 + 1)).padStart(digits, '0')))
}

function readAlphanumeric(take: Take, length: number): number[] {
  const pairs = range(Math.floor(length / 2)).map(() => {
    const pair = take(11)
    return `${alphanumeric[Math.floor(pair / 45)]}${alphanumeric[pair % 45]}`
  })
  return bytesOf(length % 2 ? [...pairs, alphanumeric[take(6)] ?? ''] : pairs)
}

function bytesOf(texts: string[]): number[] {
  return [...new TextEncoder().encode(texts.join(''))]
}

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index)
}
