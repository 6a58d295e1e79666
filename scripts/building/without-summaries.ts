import type { Plugin } from 'vite'

/** Leaves a call's summary out of an app: the API reference alone reads it. */
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
