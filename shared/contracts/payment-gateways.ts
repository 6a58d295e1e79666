/**
 * The payment gateways. A name is stored in each payment of its gateway, so it is never renamed, and never
 * removed while a payment of it may still be paid. A new gateway begins with a name here; the compiler then
 * names the missing parts (docs/how-to/add-a-payment-gateway.md).
 */
export const paymentGatewayNames = ['upigateway'] as const

export type PaymentGatewayName = (typeof paymentGatewayNames)[number]

export const isPaymentGatewayName = (name: string): name is PaymentGatewayName =>
  paymentGatewayNames.some((gateway) => gateway === name)
