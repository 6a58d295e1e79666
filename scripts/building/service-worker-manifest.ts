import { createHash } from 'node:crypto'
import { relative, sep } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

type Options = {
  /** The worker's source, from the app's folder. It is the only built file whose name never changes. */
  worker: string
  /** Modules that the app loads lazily, whose files the worker precaches nevertheless. */
  withLater: readonly string[]
  /** Files of `public` that it precaches. */
  pictures: readonly string[]
  /** Other built files to precache, by name. */
  assets: RegExp
}

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } }

const outName = 'service-worker.js'
const mark = '__RELEASE__'

/** Builds the service worker next to the app and writes the list of the app shell's files into it. */
export function serviceWorkerManifest({ worker, withLater, pictures, assets }: Options): Plugin {
  let root = ''
  return {
    name: 'worker-release',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          input: ['index.html', worker],
          output: {
            entryFileNames: ({ facadeModuleId }) =>
              facadeModuleId?.replaceAll(sep, '/').endsWith(worker) ? outName : 'assets/[name]-[hash].js',
          },
        },
      },
    }),
    configResolved: (config) => {
      root = config.root
    },
    generateBundle(_options, bundle) {
      const built = chunksOf(bundle)
      const pathOf = (chunk: Chunk) =>
        relative(root, chunk.facadeModuleId ?? '')
          .split(sep)
          .join('/')
      const find = (path: string) => built.find((chunk) => pathOf(chunk) === path) ?? this.error(`no ${path}`)
      const entry = find('index.html')
      const chunks = new Set<Chunk>()
      for (const start of [entry, ...withLater.map(find)]) collect(start, bundle, chunks)
      const styles = [...chunks].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
      const fonts = Object.keys(bundle).filter((name) => assets.test(name))
      const files = [...new Set([...[...chunks].map(({ fileName }) => fileName), ...styles, ...fonts])].sort()
      const script = find(worker)
      if (script.imports.length > 0 || !script.code.includes(mark))
        this.error(`${worker} must stand alone, and use ${mark}`)
      const name = createHash('sha256').update(script.code).update(files.join()).digest('hex').slice(0, 12)
      const release = { name, entry: `/${entry.fileName}`, files: files.map((file) => `/${file}`), pictures }
      // A function, because `replace` interprets `$` signs in a string.
      script.code = script.code.replace(mark, () => JSON.stringify(release))
    },
  }
}

const chunksOf = (bundle: Bundle): Chunk[] =>
  Object.values(bundle).filter((part): part is Chunk => part.type === 'chunk')

/** A chunk and all its static imports. */
function collect(chunk: Chunk, bundle: Bundle, found: Set<Chunk>): void {
  if (found.has(chunk)) return
  found.add(chunk)
  for (const name of chunk.imports) {
    const next = bundle[name]
    if (next?.type === 'chunk') collect(next, bundle, found)
  }
}
