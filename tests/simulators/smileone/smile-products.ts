export const smileCountries = ['br', 'ph', 'ru'] as const
export type SmileCountry = (typeof smileCountries)[number]
/** `price` is in the country's money, not in coins: see smile-coins.ts. */
export type SmileProduct = { id: string; spu: string; price: string }

/**
 * The supplier's list per country and slug: the vendor's ids, with invented prices in reais, pesos and
 * roubles.
 */
export const smileProducts: Record<SmileCountry, Record<string, readonly SmileProduct[]>> = {
  br: {
    mobilelegends: list('mobilelegends BR', [
      ['13', '78&8 Diamond', '6.25'],
      ['23', '156&16 Diamond', '12.50'],
      ['25', '234&23 Diamond', '18.75'],
      ['26', '625&81 Diamond', '49.90'],
      ['27', '1860&335 Diamond', '149.70'],
      ['28', '3099&589 Diamond', '249.50'],
      ['29', '4649&883 Diamond', '374.30'],
      ['30', '7740&1548 Diamond', '623.75'],
      ['33', 'Twilight Pass', '39.90'],
      ['16642', 'Weekly Diamond Pass', '7.80'],
      ['22590', '50&5 Diamond', '4.10'],
      ['22591', '150&15 Diamond', '12.30'],
      ['22592', '250&25 Diamond', '20.50'],
      ['22593', '500&65 Diamond', '41.00'],
      ['26555', 'Weekly Bundle', '4.00'],
      ['26556', 'Monthly Bundle', '20.00'],
    ]),
    magicchessgogo: list('magicchessgogo BR', [['23841', '78&8 Diamond', '9.99']]),
  },
  ph: {
    mobilelegends: list('mobilelegends PH', [
      ['212', '10&1 Diamond', '9.50'],
      ['213', '20&2 Diamond', '19.00'],
      ['214', '51&5 Diamond', '47.50'],
      ['215', '102&10 Diamond', '95.00'],
      ['216', '203&20 Diamond', '190.00'],
      ['217', '303&33 Diamond', '285.00'],
      ['218', '504&66 Diamond', '475.00'],
      ['219', '1007&156 Diamond', '950.00'],
      ['220', '2015&383 Diamond', '1900.00'],
      ['221', '5035&1007 Diamond', '4750.00'],
      ['224', 'Twilight Pass', '475.00'],
      ['16641', 'Weekly Diamond Pass', '95.00'],
    ]),
    hok: list('hok PH', [
      ['16643', '16 Tokens', '9.50'],
      ['16644', '80 Tokens', '47.50'],
      ['16645', '240 Tokens', '142.50'],
      ['16646', '400 Tokens', '237.50'],
      ['16647', '560 Tokens', '332.50'],
      ['16648', '800&30 Tokens', '475.00'],
      ['16649', '1200&45 Tokens', '712.50'],
      ['16650', '2400&108 Tokens', '1425.00'],
      ['16651', '4000&180 Tokens', '2375.00'],
      ['16652', '8000&360 Tokens', '4750.00'],
    ]),
    magicchessgogo: list('magicchessgogo PH', [['23837', '50&5 Diamond', '47.50']]),
  },
  // The ids of Russia's list aren't public: these are invented.
  ru: {
    mobilelegends: list('mobilelegends RU', [
      ['90001', '32&3 Diamond', '55.00'],
      ['90002', '80&8 Diamond', '135.00'],
      ['90003', '239&25 Diamond', '405.00'],
    ]),
  },
}

function list(product: string, rows: readonly (readonly [string, string, string])[]): SmileProduct[] {
  return rows.map(([id, name, price]) => ({ id, spu: `${product} ${name}`, price }))
}
