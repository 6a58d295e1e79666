import type { Role } from '@jhatpat/shared/contracts/accounts.ts'

export type DemoLogin = { role: Role; name: string; email: string; mobilenumber: string; password: string }

/** Known to everyone who has read this: only ever put into a database that is a demo. */
const password = 'jhatpat-demo-1'

export const demoLogins: readonly DemoLogin[] = [
  { role: 'user', name: 'Asha Rao', email: 'asha@jhatpat.test', mobilenumber: '9000000001', password },
  { role: 'reseller', name: 'Ravi Menon', email: 'ravi@jhatpat.test', mobilenumber: '9000000002', password },
  { role: 'admin', name: 'Meera Iyer', email: 'meera@jhatpat.test', mobilenumber: '9000000003', password },
  { role: 'admin', name: 'Imran Khan', email: 'imran@jhatpat.test', mobilenumber: '9000000004', password },
]
