/** The ten digits of an Indian mobile number in any common format: `+91 98765 43210`, `098765 43210`. */
export function mobileDigits(text: string): string {
  const digits = text.replace(/\D/g, '')
  const hasCountry = digits.startsWith('91') && (digits.length === 12 || text.trimStart().startsWith('+'))
  const national = hasCountry ? digits.slice(2) : digits
  return (national.length === 11 && national.startsWith('0') ? national.slice(1) : national).slice(0, 10)
}

export function isMobile(digits: string): boolean {
  return /^\d{10}$/.test(digits)
}
