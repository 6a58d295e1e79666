import type { Plugin } from 'vite'

/**
 * React Router names its contexts and components for debuggers by writing to them, and a write keeps what nobody
 * uses in the bundle. Without the names the unused ones go.
 */
export function unnamedContexts(): Plugin {
  return {
    name: 'unnamed-contexts',
    apply: 'build',
    transform(code, id) {
      if (!/node_modules\/react-router\//.test(id)) return undefined
      return { code: code.replace(/^\w+\.displayName = "[^"]*";$/gm, ''), map: null }
    },
  }
}
