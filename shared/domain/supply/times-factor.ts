/**
 * A price times a factor, exactly: suppliers' prices are decimal text, and a sum of rounded ones would not be what a
 * balance fell by.
 * @param price decimal text, e.g. `6.25`
 * @returns decimal text without trailing zeros
 */
export function multiplyDecimal(price: string, factor: number): string {
  const times = /e/.test(String(factor)) ? factor.toFixed(10) : String(factor)
  const digits = decimals(price) + decimals(times)
  const product = whole(price) * whole(times)
  const text = product.toString().padStart(digits + 1, '0')
  const cut = text.length - digits
  return digits === 0 ? text : `${text.slice(0, cut)}.${text.slice(cut)}`.replace(/\.?0+$/, '')
}

const decimals = (text: string) => text.split('.')[1]?.length ?? 0
const whole = (text: string) => BigInt(text.replace('.', ''))
