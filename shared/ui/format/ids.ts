/**
 * An order or transaction id in groups that are easy to read aloud: `JP261121K7Q2MD` becomes
 * `JP-261121-K7Q2MD`. Any other format stays unchanged.
 */
export function groupId(id: string): string {
  const parts = /^([A-Z]{2})(\d{6})([A-Z0-9]{4,})$/.exec(id)
  return parts ? parts.slice(1).join('-') : id
}

/** Undoes `groupId` for pasted text: removes blanks and hyphens, capitalises letters. */
export function ungroupId(text: string): string {
  const bare = text.replace(/[\s-]+/g, '').toUpperCase()
  return /^[A-Z]{2}\d{6}[A-Z0-9]{4,}$/.test(bare) ? bare : text.trim()
}

/** A ten-digit mobile number with its country code: `+91 98765 43210`. */
export function groupMobile(mobile: string): string {
  const digits = mobile.replace(/\D/g, '').slice(-10)
  return digits.length === 10 ? `+91 ${digits.slice(0, 5)} ${digits.slice(5)}` : mobile
}
