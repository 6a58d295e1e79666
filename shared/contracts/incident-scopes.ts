import { type SupplierName, supplierNames } from './api-types.ts'
import { type PaymentGatewayName, paymentGatewayNames } from './payment-gateways.ts'

/** What an incident stops: the purchases at a supplier account or at all, or the new payments at a gateway. */
export type IncidentScope = SupplierName | 'ALL' | PaymentGatewayName

/** In the order of their choice on screens. */
export const incidentScopes: readonly IncidentScope[] = [...supplierNames, 'ALL', ...paymentGatewayNames]
