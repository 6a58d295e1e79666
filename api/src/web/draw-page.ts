import { createHash } from 'node:crypto'
import {
  type InitialData,
  initialDataId,
  type Visitor,
  visitorCookies,
} from '@jhatpat/shared/contracts/initial-data.ts'
import type { FirstPaint } from './server-render.ts'

/**
 * Cached pages of one build, by everything that they are rendered from; the oldest is removed
 * first.
 */
const maxRendered = 300

/**
 * Renders the pages of a built app: the initial markup, its data, and links to the scripts to load.
 * Returns the page unchanged when it cannot be rendered.
 */
export function createRenderer(page: string, first: FirstPaint) {
  const drawn = new Map<string, string>()
  return (path: string, known: InitialData, reader: Visitor): string => {
    const scripts = first.scriptsOf(path)
    if (scripts.length === 0) return page
    const written = JSON.stringify(known)
    const key = createHash('sha256')
      .update(JSON.stringify([path, reader, written]))
      .digest('base64url')
    const before = drawn.get(key)
    if (before !== undefined) return before
    const fresh = put(page, {
      markup: draw(first, [path, known, reader]),
      written,
      scripts,
    })
    drawn.set(key, fresh)
    const [oldest] = drawn.keys()
    if (drawn.size > maxRendered && oldest !== undefined) drawn.delete(oldest)
    return fresh
  }
}

/** The app renders itself in any case, so a failure here must not fail the page. */
function draw({ renderPage }: FirstPaint, asked: Parameters<FirstPaint['renderPage']>): string {
  try {
    return renderPage(...asked) ?? ''
  } catch {
    return ''
  }
}

type Parts = { markup: string; written: string; scripts: string[] }

/** Replacement functions, since a product's name may contain patterns of `replace`. */
function put(page: string, { markup, written, scripts }: Parts): string {
  const links = scripts.map((path) => `<link rel="modulepreload" crossorigin href="${path}" />`)
  // A JSON script is never executed, and no text in it can end the element.
  const data = `<script type="application/json" id="${initialDataId}">${written.replace(/</g, '\\u003c')}</script>`
  return page
    .replace('</template>', () => `${links.join('')}</template>`)
    .replace('<div id="root"></div>', () =>
      markup
        ? `<div id="root"><div class="first">${markup}</div></div>${data}`
        : `<div id="root"></div>${data}`,
    )
}

/** The visitor from the browser's cookies: they give no access, and anyone can set them. */
export function visitorOf(cookies: string | undefined): Visitor {
  const told = (cookies ?? '').split(/;\s*/)
  const has = (name: string, value: string) =>
    ['', '__Host-'].some((prefix) => told.includes(`${prefix}${name}=${value}`))
  return {
    isMember: has(visitorCookies.member, '1'),
    language: has(visitorCookies.language, 'hi') ? 'hi' : 'en',
  }
}
