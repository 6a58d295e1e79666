/**
 * Cuts the web fonts of `shared/ui/fonts` from the installed Fontsource packages: only the letters, widths
 * and weights that the screens use. Run it by hand after changing a list below and commit the result.
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import {
  accentsInNames,
  basicLatin,
  devanagari,
  easternAccents,
  punctuation,
  westernAccents,
} from './fonts/letters.ts'
import { withTablesOf } from './fonts/sfnt.ts'

type Range = { min: number; max: number }
type Face = {
  out: string
  from: string
  text: string
  axes: Record<string, Range | number>
  features?: string[]
  /** Tables to leave out. */
  drop?: string[]
  /**
   * The axis values at which its kerning is taken, for all of them: variable kerning takes four times the
   * space.
   */
  kerningAt?: Record<string, number>
}
type Options = {
  targetFormat: 'woff2' | 'sfnt'
  variationAxes?: Face['axes']
  noHinting: boolean
  keepFeatures?: string[]
  dropTables?: string[]
}

// The package has no types of its own.
const subsetFont: (font: Buffer, text: string, options: Options) => Promise<Buffer> = createRequire(
  import.meta.url,
)('subset-font')

const packages = fileURLToPath(new URL('../node_modules/@fontsource-variable/', import.meta.url))
const outDir = fileURLToPath(new URL('../shared/ui/fonts/', import.meta.url))

const devanagariFile = 'anek-devanagari/files/anek-devanagari-devanagari-wdth-normal.woff2'

const weight = { min: 400, max: 800 }
const latinFeatures = ['kern', 'tnum']

const faces: Face[] = [
  {
    out: 'anek-latin.woff2',
    from: 'anek-latin/files/anek-latin-latin-wdth-normal.woff2',
    // For Pokémon. Other accents come from the text font.
    text: `${basicLatin}${punctuation}éÉ`,
    // Headings, money and large buttons use no lighter weight, and this font is fetched first.
    axes: { wdth: { min: 100, max: 125 }, wght: { min: 600, max: 800 } },
    features: latinFeatures,
    kerningAt: { wdth: 118, wght: 750 },
  },
  {
    out: 'hanken-grotesk.woff2',
    from: 'hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
    text: basicLatin + punctuation + accentsInNames,
    axes: { wght: weight },
    features: latinFeatures,
    kerningAt: { wght: 550 },
  },
  {
    // Fetched only by a page that contains one of its letters (ð, Ñ), like the next.
    out: 'accents-western.woff2',
    from: 'hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
    text: westernAccents,
    axes: { wght: weight },
    features: [],
  },
  {
    // ā, ł, ş
    out: 'accents-eastern.woff2',
    from: 'hanken-grotesk/files/hanken-grotesk-latin-ext-wght-normal.woff2',
    text: easternAccents,
    axes: { wght: weight },
    features: [],
  },
  {
    // Neither Latin file has the rupee sign, so one glyph of Anek Devanagari is used everywhere.
    out: 'rupee.woff2',
    from: devanagariFile,
    text: '₹',
    axes: { wdth: { min: 100, max: 125 }, wght: weight },
    features: [],
    drop: ['GSUB', 'GPOS', 'GDEF'],
  },
  {
    // Fetched only by a page that shows Devanagari letters; one width and two weights keep it small enough
    // for a phone.
    out: 'anek-devanagari.woff2',
    from: devanagariFile,
    text: devanagari,
    axes: { wdth: 100, wght: 500 },
  },
  {
    out: 'anek-devanagari-bold.woff2',
    from: devanagariFile,
    text: devanagari,
    axes: { wdth: 100, wght: 700 },
  },
  {
    // The button that changes the language to Hindi.
    out: 'anek-name.woff2',
    from: devanagariFile,
    text: 'हिन्दीहिं',
    axes: { wdth: 100, wght: 600 },
  },
]

await mkdir(outDir, { recursive: true })
for (const face of faces) await drawFace(face)
await copyFile(`${packages}anek-latin/LICENSE`, `${outDir}LICENSE-anek.txt`)
await copyFile(`${packages}hanken-grotesk/LICENSE`, `${outDir}LICENSE-hanken-grotesk.txt`)

async function drawFace(face: Face): Promise<void> {
  const { out, from, axes, kerningAt } = face
  const source = await readFile(packages + from)
  const font = kerningAt ? await withKerningAt(source, face, kerningAt) : source
  const woff2 = await cut(font, face, { format: 'woff2', ...(kerningAt ? {} : { axes }) })
  await writeFile(outDir + out, woff2)
  console.log(`${out}  ${(woff2.length / 1024).toFixed(1)} kB`)
}

async function withKerningAt(source: Buffer, face: Face, axes: Record<string, number>): Promise<Buffer> {
  const still = await cut(source, face, { axes })
  return withTablesOf(await cut(source, face, { axes: face.axes }), still, ['GPOS', 'GDEF'])
}

type Cut = { axes?: Face['axes']; format?: Options['targetFormat'] }

/** Keeps only the font's letters and features, at these values of its axes. */
function cut(font: Buffer, { text, features, drop }: Face, { axes, format = 'sfnt' }: Cut): Promise<Buffer> {
  return subsetFont(font, text, {
    targetFormat: format,
    noHinting: true,
    ...(axes && { variationAxes: axes }),
    ...(features && { keepFeatures: features }),
    ...(drop && { dropTables: drop }),
  })
}
