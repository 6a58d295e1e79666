/** The accounts of the simulator. The name of any other account is derived from its address. */
export const signInPeople = [
  { name: 'Asha Rao', email: 'asha@jhatpat.test', note: 'has an account at the shop' },
  { name: 'Nisha Das', email: 'nisha@jhatpat.test', note: 'is new to the shop' },
  { name: 'Meera Iyer', email: 'meera@jhatpat.test', note: 'is an admin of the shop' },
  { name: 'Uma Sen', email: 'unverified-uma@jhatpat.test', note: 'has not confirmed her address' },
] as const

export type Person = { sub: string; name: string; email: string; verified: boolean }

/** The person with an address; an address that begins with `unverified` is not confirmed. */
export function personOfEmail(text: string): Person {
  const email = text.trim().toLowerCase()
  const [local = ''] = email.split('@')
  const name = signInPeople.find((one) => one.email === email)?.name ?? local
  return { sub: `simulated|${email}`, name, email, verified: !email.startsWith('unverified') }
}

/** The person with this id of the provider. */
export const personOfSub = (sub: string): Person => personOfEmail(sub.replace(/^simulated\|/, ''))
