/**
 * Removes empty values: an empty line in `.env`, or an empty value from docker compose, means not
 * set.
 */
export function omitEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
}
