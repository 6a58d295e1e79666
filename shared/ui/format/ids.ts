/**
 * An order or transaction id in the groups in which people read it out:
 * `JP261121K7Q2MD` becomes `JP-261121-K7Q2MD`. Anything of another form stays as it is.
 */
export function groupId(id: string): string {
  const parts = /^([A-Z]{2})(\d{6})([A-Z0-9]{4,})$/.exec(id)
  return parts ? parts.slice(1).join('-') : id
}

/** Undoes `groupId` for what someone has pasted: blanks and hyphens go, letters become capital. */
export function ungroupId(text: string): string {
  const bare = text.replace(/[\s-]+/g, '').toUpperCase()
  return /^[A-Z]{2}\d{6}[A-Z0-9]{4,}$/.test(bare) ? bare : text.trim()
}

/** A ten-digit mobile number with its country code: `+91 98765 43210`. */
export function groupMobile(mobile: string): string {
  const digits = mobile.replace(/\D/g, '').slice(-10)
  return digits.length === 10 ? `+91 ${digits.slice(0, 5)} ${digits.slice(5)}` : mobile
}
