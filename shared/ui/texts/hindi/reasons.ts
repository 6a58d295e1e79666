import type { transitionReasons } from '../../../contracts/transition-reasons.ts'

type Reason = (typeof transitionReasons)[keyof typeof transitionReasons][number]

/** Why an order was refunded or closed, where an admin chose one of the usual reasons. */
export const reasons = {
  'The player id does not exist.': 'यह प्लेयर आईडी मौजूद नहीं है।',
  'The account is of another region.': 'यह अकाउंट किसी दूसरे रीजन का है।',
  'The item is sold out at our supplier.': 'यह पैक हमारे सप्लायर के पास ख़त्म हो गया है।',
  'Our supplier refused the order.': 'हमारे सप्लायर ने यह ऑर्डर नहीं लिया।',
  'You asked us to cancel it.': 'आपने इसे रद्द करने को कहा था।',
  'The payment was taken back by your bank.': 'आपके बैंक ने यह भुगतान वापस ले लिया।',
  'This order was placed twice, and the other one is delivered.':
    'यह ऑर्डर दो बार हुआ था, और दूसरा डिलीवर हो गया है।',
  'The order breaks our terms.': 'यह ऑर्डर हमारी शर्तों के ख़िलाफ़ है।',
} as const satisfies Record<Reason, string>
