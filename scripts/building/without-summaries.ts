import type { Plugin } from 'vite'

/** Removes the calls' summaries from an app: only the API reference reads them. */
export function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    enforce: 'pre',
    transform: {
      filter: { id: /\/shared\/contracts\/.*\.ts$/ },
      handler: (code) => code.replace(/^( +summary:)\s*(['"]).*\2,$/gm, "$1 '',"),
    },
  }
}
