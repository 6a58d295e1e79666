/**
 * Trusted Types: an address that runs as a script must come from a policy, and this page may create one
 * (security-headers.ts).
 */
type Policy = { createScriptURL(text: string): string }
type Policies = { createPolicy(name: string, rules: Policy): Policy }

let policy: Policy | undefined

/** The address of one of the shop's workers, as a browser with Trusted Types accepts it. */
export function scriptAddress(address: string): string {
  const { trustedTypes } = window as { trustedTypes?: Policies }
  policy ??= trustedTypes?.createPolicy('shop-worker', { createScriptURL: requireOwnWorker })
  return policy?.createScriptURL(address) ?? address
}

/** @throws TypeError for an address that is not one of the shop's workers */
function requireOwnWorker(address: string): string {
  if (/^\/(service-worker|assets\/proof-worker-[\w-]+)\.js$/.test(address)) return address
  throw new TypeError('This is no worker of the shop.')
}
