import { describe, expect, it } from 'vitest'
import { emailAddress, itemNumber, mobileNumber, otpCode } from './fields.ts'
import { latinDigits } from './latin-digits.ts'
import { searchText } from './list-queries.ts'
import { checkId, createOrder } from './orders.ts'

describe('latinDigits', () => {
  it.each([
    ['Devanagari', '०१२३४५६७८९'],
    ['Bengali', '০১২৩৪৫৬৭৮৯'],
    ['Tamil', '௦௧௨௩௪௫௬௭௮௯'],
    ['Malayalam', '൦൧൨൩൪൫൬൭൮൯'],
    ['Urdu', '۰۱۲۳۴۵۶۷۸۹'],
    ['Arabic', '٠١٢٣٤٥٦٧٨٩'],
    ['full-width', '０１２３４５６７８９'],
  ])('writes the digits of %s as 0 to 9', (_script, digits) => {
    expect(latinDigits(digits)).toBe('0123456789')
  })

  it('keeps all other letters', () => {
    expect(latinDigits('राम१२ · Ravi_7 🙂')).toBe('राम12 · Ravi_7 🙂')
  })
})

describe('the contracts', () => {
  it('take ids, numbers and OTPs in Devanagari digits', () => {
    expect(mobileNumber().parse('९८७६५४३२१०')).toBe('9876543210')
    expect(otpCode().parse(' १२३४५६ ')).toBe('123456')
    expect(itemNumber().parse('१०१')).toBe(101)
    expect(searchText().parse('JP२६')).toBe('JP26')
    const ids = { userid: '१२३४५६७८९', zoneid: '१२३४' }
    expect(checkId.body?.parse({ ...ids, selectedProduct: 'ml', selectedItem: 1 })).toMatchObject({
      userid: '123456789',
      zoneid: '1234',
    })
    const order = { itemid: 1, product_id: 'ml', userid: 'U1001', paymentmode: 'upi', key: 'k' } as const
    expect(createOrder.body?.parse({ ...order, input1: '१२३', input2: '४५६' })).toMatchObject({
      input1: '123',
      input2: '456',
    })
  })

  it('leave an email as it was typed', () => {
    expect(emailAddress().parse('ravi7@example.com')).toBe('ravi7@example.com')
  })
})
