/**
 * `node tests/source/draw-questions.ts --seed 7`: draws fifteen use cases and settings by a seed, and asks where each is
 * decided. `--answers` prints where.
 */
import { parseArgs } from 'node:util'
import { readSource } from './read-source.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '15' },
    answers: { type: 'boolean' },
  },
})

/** Of each slice's door and of the settings: what the rest of the project uses by name. */
const drawable = readSource().flatMap(({ path, text, kind }) => {
  if (kind !== 'product') return []
  if (/^shared\/domain\/[\w-]+\/index\.ts$/.test(path))
    return namesIn(text).map((name) => ({ name, path: sourceOf(path, text, name) }))
  if (path !== 'shared/platform/env-schema.ts') return []
  return [...text.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name = '']) => ({ name, path }))
})

function namesIn(door: string): string[] {
  const exported = [...door.matchAll(/export \{([^}]+)\}/g)].flatMap(([, names = '']) => names.split(','))
  return exported.map((name) => name.trim()).filter((name) => /^[a-z]\w+$/.test(name))
}

function sourceOf(door: string, text: string, name: string): string {
  const from = new RegExp(`export \\{[^}]*\\b${name}\\b[^}]*\\} from '\\./([^']+)'`).exec(text)?.[1]
  return door.replace('index.ts', from ?? '?')
}

/** Mulberry32: the same draw for the same seed. */
function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const random = randomOf(Number(values.seed))
const left = [...drawable]
for (let place = 1; place <= Number(values.count) && left.length > 0; place++) {
  const [drawn] = left.splice(Math.floor(random() * left.length), 1)
  console.log(`${place}. ${drawn!.name}${values.answers ? `  ${drawn!.path}` : ''}`)
}
