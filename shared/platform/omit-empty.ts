/** An empty line in `.env`, or an empty value that docker compose hands on, means the same as none. */
export function omitEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
}
