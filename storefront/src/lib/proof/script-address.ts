/** A string that is run as a script has to come from a policy, and this page's may be made once (security-headers.ts). */
type Policy = { createScriptURL(text: string): string }
type Policies = { createPolicy(name: string, rules: Policy): Policy }

let policy: Policy | undefined

/** The address of a worker of this shop, as a browser takes it that lets no other text become a script. */
export function scriptAddress(address: string): string {
  const { trustedTypes } = window as { trustedTypes?: Policies }
  policy ??= trustedTypes?.createPolicy('shop-worker', { createScriptURL: ours })
  return policy?.createScriptURL(address) ?? address
}

/** @throws TypeError for an address that is none of a worker of this shop */
function ours(address: string): string {
  if (/^\/(service-worker|assets\/proof-worker-[\w-]+)\.js$/.test(address)) return address
  throw new TypeError('This is no worker of the shop.')
}
