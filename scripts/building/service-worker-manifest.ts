import { createHash } from 'node:crypto'
import { relative, sep } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

type Options = {
  /** The worker's source, from the app's folder. It is the one built file whose name never changes. */
  worker: string
  /** Modules that the app asks for later, whose files the worker keeps from the start all the same. */
  withLater: readonly string[]
  /** Files of `public` that it keeps. */
  pictures: readonly string[]
  /** Which other built files, by name. */
  assets: RegExp
}

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } }

const outName = 'service-worker.js'
const mark = '__RELEASE__'

/** Builds the service worker beside the app and writes into it what the app's shell is made of. */
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
      // A function, since `replace` reads signs in a text.
      script.code = script.code.replace(mark, () => JSON.stringify(release))
    },
  }
}

const chunksOf = (bundle: Bundle): Chunk[] =>
  Object.values(bundle).filter((part): part is Chunk => part.type === 'chunk')

/** A chunk and all that it imports before it runs. */
function collect(chunk: Chunk, bundle: Bundle, found: Set<Chunk>): void {
  if (found.has(chunk)) return
  found.add(chunk)
  for (const name of chunk.imports) {
    const next = bundle[name]
    if (next?.type === 'chunk') collect(next, bundle, found)
  }
}
