import { hindiReplies } from '../../../contracts/ticket-drafts.ts'
import { errors } from './errors.ts'
import { frame } from './frame.ts'
import { home } from './home.ts'
import { install } from './install.ts'
import { offer } from './offer.ts'
import { money, order, steps } from './order.ts'
import { pace } from './pace.ts'
import { parts } from './parts.ts'
import { pay } from './pay.ts'
import { points } from './points.ts'
import { product, taps } from './product.ts'
import { proof } from './proof.ts'
import { push } from './push.ts'
import { reasons } from './reasons.ts'
import { asked, report } from './report.ts'
import { talk } from './talk.ts'
import { vault } from './vault.ts'

export { hindiClock } from './hindi-clock.ts'

/** The Hindi of every text, by its English. It comes in a file of its own, and only to those who read Hindi. */
export const hindi = {
  ...parts,
  ...errors,
  ...frame,
  ...home,
  ...product,
  ...taps,
  ...pay,
  ...order,
  ...steps,
  ...money,
  ...asked,
  ...report,
  ...talk,
  ...hindiReplies,
  ...reasons,
  ...vault,
  ...pace,
  ...push,
  ...install,
  ...points,
  ...offer,
  ...proof,
}
export type Hindi = typeof hindi
