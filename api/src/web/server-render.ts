import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RenderPage, ScriptsOf } from '@jhatpat/shared/contracts/initial-data.ts'
import * as z from 'zod/mini'

/** The parts of a built app for rendering its pages on the server. */
export type ServerRender = {
  renderPage: RenderPage
  /** The scripts of the page at a path, and their imports, as paths. */
  scriptsOf: (pathname: string) => string[]
}

const Manifest = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.optional(z.array(z.string())) }),
)
type Manifest = z.output<typeof Manifest>

/** @returns undefined for an app that was built without a server render */
export async function readServerRender(folder: string): Promise<ServerRender | undefined> {
  try {
    const manifest = Manifest.parse(JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')))
    const script = pathToFileURL(join(folder, '.server/server-render.js')).href
    const built: { renderPage: RenderPage; scriptsOf: ScriptsOf } = await import(script)
    return {
      renderPage: built.renderPage,
      scriptsOf: (pathname) => filesOf(manifest, built.scriptsOf(pathname)),
    }
  } catch {
    return undefined
  }
}

/** The scripts of the page's entry are in the page already. */
function filesOf(manifest: Manifest, sources: string[]): string[] {
  const ofEntry = importsOf(manifest, ['index.html'])
  const files = [...importsOf(manifest, sources)].filter((name) => !ofEntry.has(name))
  return files.flatMap((name) => manifest[name]?.file ?? []).map((file) => `/${file}`)
}

function importsOf(manifest: Manifest, from: string[], found = new Set<string>()): Set<string> {
  for (const name of from) {
    if (found.has(name)) continue
    found.add(name)
    importsOf(manifest, manifest[name]?.imports ?? [], found)
  }
  return found
}
