import { checkId, createOrder } from '@jhatpat/shared/contracts/orders.ts'
import { hindi } from '@jhatpat/shared/ui/texts/hindi/hindi.ts'
import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderHandMade, renderProduct } from '../../../../tests/screens/render-product.tsx'
import { makeManualProduct, makeProduct } from '../../../../tests/screens/shop-fixture.ts'

const digits = { kind: 'digits', min: 6, max: 12 } as const
const ruled = (): ReturnType<typeof makeManualProduct> =>
  makeManualProduct({
    inputs: [
      { label: 'Player ID', rule: digits },
      { label: 'E-mail', rule: { kind: 'email' } },
    ],
  })

describe('a text against the rule of its input', () => {
  it('is named at its field once the field is left, and not ordered', async () => {
    const page = await renderHandMade({ product: ruled() })
    await page.chooseItem(/86 Diamonds/)
    await page.chooseMethod('UPI')
    await page.user.type(page.input1(), '123')
    expect(screen.queryByText('Enter 6 to 12 digits as Player ID.')).not.toBeInTheDocument()
    await page.user.tab()
    expect(page.input1()).toHaveAccessibleDescription('Enter 6 to 12 digits as Player ID.')
    await page.user.type(page.input2(), 'ravi@mail')
    await page.buy()
    expect(page.input1()).toHaveFocus()
    expect(page.input2()).toHaveAccessibleDescription('Enter an email as E-mail.')
    expect(page.api.sentTo(createOrder)).toHaveLength(0)

    await page.user.type(page.input1(), '456')
    await page.user.type(page.input2(), '.in')
    expect(page.input1()).not.toHaveAccessibleDescription()
    await page.buy()
    expect(page.api.sentTo(createOrder)).toHaveLength(1)
  })

  it('is refused without a rule too, if it is only emoji', async () => {
    const page = await renderHandMade()
    await page.chooseItem(/86 Diamonds/)
    await page.chooseMethod('UPI')
    fireEvent.change(page.input1(), { target: { value: '🙂 👍🏽' } })
    await page.user.type(page.input2(), 'कोई नाम')
    await page.buy()
    expect(page.input1()).toHaveAccessibleDescription('Enter letters or digits as Player ID.')
    expect(page.input2()).not.toHaveAccessibleDescription()
    expect(page.api.sentTo(createOrder)).toHaveLength(0)
  })

  it('is not looked up at the supplier', async () => {
    const inputs = [{ label: 'User ID', rule: digits }, { label: 'Zone ID' }]
    const page = await renderProduct({ product: makeProduct({ inputs }) })
    await page.enterIds('12', '1234')
    await page.check()
    expect(page.input1()).toHaveAccessibleDescription('Enter 6 to 12 digits as User ID.')
    expect(page.api.sentTo(checkId)).toHaveLength(0)
  })

  it('has its sentence in Hindi', () => {
    expect(hindi['Enter {min} to {max} digits as {label}.']).toBe('{label} में {min} से {max} अंक डालें।')
  })
})

describe('the ids of an order', () => {
  it('are written in the digits 0 to 9', async () => {
    const page = await renderProduct()
    await page.enterIds('१२३४५६७८९', '१२३४')
    expect(page.input1()).toHaveValue('123456789')
    expect(page.input2()).toHaveValue('1234')
  })

  it('fill both fields when they are pasted together', async () => {
    const page = await renderProduct()
    await page.user.click(page.input1())
    await page.user.paste('ID: १२३४५६ Server: 456')
    expect(page.input1()).toHaveValue('123456')
    expect(page.input2()).toHaveValue('456')
  })

  it('choose the server of a GENSHIN product when they are pasted together', async () => {
    const inputs = [{ label: 'UID' }, { label: 'Server' }]
    const page = await renderProduct({ product: makeProduct({ type: 'GENSHIN', inputs }) })
    await page.user.click(page.input1())
    await page.user.paste('UID: 800123456 Server: asia')
    expect(page.input1()).toHaveValue('800123456')
    expect(page.input2()).toHaveValue('Asia')
  })
})
