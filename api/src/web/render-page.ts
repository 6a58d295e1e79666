import { createHash } from 'node:crypto'
import {
  type InitialData,
  initialDataId,
  type Visitor,
  visitorCookies,
} from '@jhatpat/shared/contracts/initial-data.ts'
import type { ServerRender } from './server-render.ts'

/**
 * Cached pages of one build, by everything that they are rendered from; the oldest is removed
 * first.
 */
const maxRendered = 300

/**
 * Renders the pages of a built app: the initial markup, its data, and links to the scripts to load.
 * Returns the page unchanged when it cannot be rendered.
 */
export function createRenderer(page: string, first: ServerRender) {
  const rendered = new Map<string, string>()
  return (path: string, initialData: InitialData, visitor: Visitor): string => {
    const scripts = first.scriptsOf(path)
    if (scripts.length === 0) return page
    const dataJson = JSON.stringify(initialData)
    const key = createHash('sha256')
      .update(JSON.stringify([path, visitor, dataJson]))
      .digest('base64url')
    const cached = rendered.get(key)
    if (cached !== undefined) return cached
    const fresh = insertMarkup(page, {
      markup: renderMarkup(first, [path, initialData, visitor]),
      dataJson,
      scripts,
    })
    rendered.set(key, fresh)
    const [oldest] = rendered.keys()
    if (rendered.size > maxRendered && oldest !== undefined) rendered.delete(oldest)
    return fresh
  }
}

/** The app renders itself in any case, so a failure here must not fail the page. */
function renderMarkup({ renderPage }: ServerRender, args: Parameters<ServerRender['renderPage']>): string {
  try {
    return renderPage(...args) ?? ''
  } catch {
    return ''
  }
}

type Parts = { markup: string; dataJson: string; scripts: string[] }

/** Replacement functions, since a product's name may contain patterns of `replace`. */
function insertMarkup(page: string, { markup, dataJson, scripts }: Parts): string {
  const links = scripts.map((path) => `<link rel="modulepreload" crossorigin href="${path}" />`)
  // A JSON script is never executed, and no text in it can end the element.
  const data = `<script type="application/json" id="${initialDataId}">${dataJson.replace(/</g, '\\u003c')}</script>`
  return page
    .replace('</template>', () => `${links.join('')}</template>`)
    .replace('<div id="root"></div>', () =>
      markup
        ? `<div id="root"><div class="first">${markup}</div></div>${data}`
        : `<div id="root"></div>${data}`,
    )
}

/** The visitor from the browser's cookies: they give no access, and any client can set them. */
export function visitorOf(cookies: string | undefined): Visitor {
  const pairs = (cookies ?? '').split(/;\s*/)
  const has = (name: string, value: string) =>
    ['', '__Host-'].some((prefix) => pairs.includes(`${prefix}${name}=${value}`))
  return {
    isMember: has(visitorCookies.member, '1'),
    language: has(visitorCookies.language, 'hi') ? 'hi' : 'en',
  }
}
