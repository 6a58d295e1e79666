import type { TeamInvitation } from '@jhatpat/shared/contracts/team.ts'
import type { BrowserContext } from '@playwright/test'
import { everyPicture } from './more-screenshots.ts'
import type { Screenshot } from './screenshot.ts'

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

const invited = (name: string, more: Partial<TeamInvitation> = {}): TeamInvitation => ({
  id: name,
  name,
  email: `${name.toLowerCase().replace(' ', '.')}@mail.test`,
  staffRole: 'support',
  by: 'Meera Iyer',
  at: inHours(-5),
  mailedAt: inHours(-5),
  expiresAt: inHours(43),
  isByOwner: true,
  hasAccount: false,
  ...more,
})

/** The pictures' shop has no invitations, so the server's replies are invented. */
const withInvited = (context: BrowserContext) =>
  context.route('**/api/admin/team', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    json.invited = [
      invited('Kavya Menon'),
      invited('Dev Rathore', { staffRole: 'finance', at: inHours(-60), expiresAt: inHours(-12) }),
      invited('Sana Qureshi', { hasAccount: true }),
      invited('Arjun Pillai', { mailedAt: null }),
      invited('Nisha Bhatt', { by: 'Farhan Sheikh', isByOwner: false }),
    ]
    await route.fulfill({ response, json })
  })

/** The reply to the mailed link. */
const linkIs = (status: number, json: object) => (context: BrowserContext) =>
  context.route('**/api/auth/invitation', (route) => route.fulfill({ status, json }))
const good = () => {
  const { name, email, staffRole, by, expiresAt } = invited('Kavya Menon')
  return linkIs(200, { name, email, staffRole, by, until: expiresAt })
}
const refused = (code: string) => linkIs(410, { code, message: 'picture', requestId: 'picture' })

const page = (
  name: string,
  browser: NonNullable<Screenshot['browser']>,
  more: Partial<Screenshot> = {},
): Screenshot => ({
  name: `invitation-${name}`,
  who: 'visitor',
  folder: everyPicture,
  path: `/invitation/${'a'.repeat(24)}/${'t'.repeat(43)}`,
  browser,
  ...more,
})

/** The page that an invited colleague opens, and the list of invitations. */
export const invitationScreenshots: readonly Screenshot[] = [
  page('good', good()),
  page('signed-in', good(), { who: 'asha' }),
  page('used', refused('invitation_used')),
  page('over', refused('invitation_ended')),
  page('account', refused('email_has_account')),
  page('unknown', refused('invitation_unknown')),
  {
    name: 'team-invited',
    who: 'meera',
    path: '/admin/roles/team',
    folder: everyPicture,
    browser: withInvited,
    prepare: (team) => team.getByRole('region', { name: 'Invited' }).waitFor(),
  },
]
